import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onEnd` if the user focuses or presses another element while an item is lifted by keyboard. Otherwise the next
 * key would move an item that the user no longer looks at. `isOwn` returns true for elements that may take the focus
 * during the lift.
 */
export function useEndLift(isLifted: boolean, isOwn: (element: Element) => boolean, onEnd: () => void): void {
  const onEvent = useEffectEvent(({ type, target }: Event) => {
    if (!(target instanceof Element)) return
    if (type === 'pointerdown' || !isOwn(target)) onEnd()
  })
  useEffect(() => {
    if (!isLifted) return
    for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, onEvent, true)
    return () => {
      for (const type of ['focusin', 'pointerdown']) document.removeEventListener(type, onEvent, true)
    }
  }, [isLifted])
}
