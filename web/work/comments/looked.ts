import { useEffect, useState } from 'react'

const key = 'comments-looked'
/** Items of which it is remembered when one looked at them last. */
const most = 500

/** When this browser last showed an item, as it was before it is shown now; null when it never did. */
export function useLooked(itemId: string): string | null {
  const [before] = useState(() => read()[itemId] ?? null)
  useEffect(() => {
    remember(itemId)
    return () => remember(itemId)
  }, [itemId])
  return before
}

function remember(itemId: string): void {
  const { [itemId]: _, ...others } = read()
  const kept = Object.entries(others).slice(1 - most)
  localStorage.setItem(
    key,
    JSON.stringify({ ...Object.fromEntries(kept), [itemId]: new Date().toISOString() }),
  )
}

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}
