import { useEffect } from 'react'

/** Milliseconds after which a screen has loaded what it shows first. */
const restingAfter = 1200

/** Milliseconds after which whoever looks at a screen stays there. */
const stayingAfter = 4000

/** Whether the person wants nothing fetched that they have not asked for; not every browser knows. */
export function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}

/** Does once somebody stays what is good to have and costs much. Safari has no moment of rest to wait for. */
export function whenIdle(work: () => void): void {
  if (savesData()) return
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: restingAfter })
    else work()
  }, stayingAfter)
}

/** Fetches, once the screen rests, what the next press may ask for. */
export function usePreload(...parts: readonly { preload: () => void }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a component are the same each time
  useEffect(() => {
    if (savesData()) return
    const timer = setTimeout(() => {
      for (const part of parts) part.preload()
    }, restingAfter)
    return () => clearTimeout(timer)
  }, [])
}
