import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses `target` after a form inside the page has closed, because the focused element was removed with the form. The
 * focus does not move if another element has it.
 */
export function useFocusWhenClosed(isOpen: boolean, target: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) target.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, target])
}
