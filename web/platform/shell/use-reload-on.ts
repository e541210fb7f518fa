import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds in which several events cause one reload. Further events do not delay it. */
const together = 300

/**
 * Reloads soon after an event. `follow` subscribes to events, returns cleanup functions, and must be stable.
 * An event before `follow` changes still causes a reload.
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
