import { useEffect, useState } from 'react'

const key = 'comments-looked'
/** Maximum number of items for which this browser stores when the user viewed them last. */
const maxItems = 500

/**
 * Returns the time (ISO 8601) at which this browser showed the item previously. Returns null if it has never
 * shown the item.
 */
export function usePreviousViewTime(itemId: string): string | null {
  const [before] = useState(() => read()[itemId] ?? null)
  useEffect(() => {
    remember(itemId)
    return () => remember(itemId)
  }, [itemId])
  return before
}

function remember(itemId: string): void {
  const { [itemId]: _, ...others } = read()
  const latest = Object.entries(others).slice(1 - maxItems)
  localStorage.setItem(
    key,
    JSON.stringify({ ...Object.fromEntries(latest), [itemId]: new Date().toISOString() }),
  )
}

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}
