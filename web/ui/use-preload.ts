import { useEffect } from 'react'

/** Milliseconds after which a screen has loaded what it shows first. */
const restingAfter = 1200

/** Milliseconds after which whoever looks at a screen stays there. */
const stayingAfter = 4000

/** Does once somebody stays what is good to have and costs much. Safari has no moment of rest to wait for. */
export function whenIdle(work: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: restingAfter })
    else work()
  }, stayingAfter)
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
