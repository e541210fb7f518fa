import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns whether a media query matches. The result updates when the window changes. Use it only if CSS is
 * not enough.
 */
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

/** Returns true below the `sm` breakpoint, where there is one column and panels cover the screen. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 40rem)')
}

/**
 * Returns whether the main pointer of the device is a finger. On such devices, a focused field opens the
 * on-screen keyboard.
 */
export function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
