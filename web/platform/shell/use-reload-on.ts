import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds within which whatever happens is read once; what goes on happening puts it off no further. */
const together = 300

/**
 * Reads again soon after `follow` was told of something; `follow` answers what ends it, and stays the same function as long as it follows the
 * same. What it was told before it became another is read all the same.
 */
export function useReloadOn(follow: (tell: () => void) => (() => void)[], reload: () => void): void {
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
