import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, live. For what CSS alone cannot decide. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Narrower than the `sm` breakpoint: one column, panels cover the screen. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 40rem)')
}

/** Worked by a finger: focus on a field would raise the keyboard over half the screen. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
