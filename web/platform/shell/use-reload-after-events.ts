import { useEffect, useEffectEvent, useRef } from 'react'
import { createReloadSchedule, noPause, type ReloadSchedule } from './reload-schedule.ts'

/**
 * Calls `reload` soon after an event. In a hidden tab, `reload` is called when the tab becomes visible. `follow`
 * subscribes to events and returns cleanup functions. It must be memoized, because each new function subscribes again.
 * If `reload` returns a promise, the next reload starts after the promise has settled and after the pause
 * `pauseAfter`.
 */
export function useReloadAfterEvents(
  follow: (onEvent: () => void) => (() => void)[],
  reload: () => Promise<void> | void,
  pauseAfter = noPause,
): void {
  const schedule = useRef<ReloadSchedule>(undefined)
  const again = useEffectEvent(reload)
  useEffect(() => {
    const own = createReloadSchedule({
      reload: () => again(),
      pauseAfter,
      isHidden: () => document.visibilityState === 'hidden',
    })
    schedule.current = own
    document.addEventListener('visibilitychange', own.resume)
    return () => {
      document.removeEventListener('visibilitychange', own.resume)
      own.stop()
    }
  }, [pauseAfter])
  useEffect(() => {
    const stops = follow(() => schedule.current?.request())
    return () => {
      for (const stop of stops) stop()
    }
  }, [follow])
}
