import { useEffect, useEffectEvent, useRef } from 'react'
import { createReloadSchedule, noPause, type ReloadSchedule } from './reload-schedule.ts'

/**
 * Reloads soon after an event. A hidden tab reloads when it becomes visible. `follow` subscribes to events and
 * returns cleanup functions. Pass another `follow` function only if it subscribes to other events. A pending reload
 * still runs after such a change. If `reload` returns a promise, the next reload starts after it has settled and
 * after the pause.
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
