import { useEffect } from 'react'

/** Milliseconds after which a screen has loaded what it shows first. */
const restingAfter = 1200

/** Safari has no such moment to wait for. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2 * restingAfter })
  else setTimeout(work, restingAfter)
}

/** Fetches, once the screen rests, what the next press may ask for. */
export function usePreload(...parts: readonly { preload: () => void }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a component are the same each time
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) part.preload()
    }, restingAfter)
    return () => clearTimeout(timer)
  }, [])
}
