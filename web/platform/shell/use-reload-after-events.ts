import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Milliseconds between the first event and the reload. Further events in this time do not cause another
 * reload or delay it.
 */
const together = 300

/**
 * Reloads soon after an event. `follow` subscribes to events and returns cleanup functions. It must be the
 * same function on each render, unless the events change. A pending reload still runs after such a change.
 */
export function useReloadAfterEvents(
  follow: (onEvent: () => void) => (() => void)[],
  reload: () => void,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const again = useEffectEvent(reload)
  useEffect(() => {
    const stops = follow(() => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        again()
      }, together)
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [follow])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
