import { useEffect, useEffectEvent } from 'react'

/** Milliseconds within which whatever happens is read once; what goes on happening puts it off no further. */
const together = 300

/** Reads again soon after `follow` was told of something; `follow` answers what ends it, and stays the same function as long as it follows the same. */
export function useReloadOn(follow: (tell: () => void) => (() => void)[], reload: () => void): void {
  const again = useEffectEvent(reload)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops = follow(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        again()
      }, together)
    })
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [follow])
}
