import { useEffect } from 'react'

/** Milliseconds after which a screen has usually loaded its content. */
const restingAfter = 1200

/** Milliseconds after which a user probably stays on a screen. */
const stayingAfter = 4000

/** Returns whether the user wants to save data. Not all browsers support this. */
export function isDataSaverOn(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}

/**
 * Runs expensive, optional work some seconds later when the page is idle, unless the user saves data. Safari has no
 * idle callback, so in Safari the work starts without waiting for an idle moment.
 */
export function whenIdle(work: () => void): void {
  if (isDataSaverOn()) return
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: restingAfter })
    else work()
  }, stayingAfter)
}

/**
 * Preloads components that the next click may need, shortly after the screen was opened. Does nothing if the
 * user wants to save data.
 */
export function usePreload(...parts: readonly { preload: () => void }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a component never change
  useEffect(() => {
    if (isDataSaverOn()) return
    const timer = setTimeout(() => {
      for (const part of parts) part.preload()
    }, restingAfter)
    return () => clearTimeout(timer)
  }, [])
}
