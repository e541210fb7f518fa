import { useLayoutEffect, useRef, useState } from 'react'

/** An element, `true` for what had the focus before, `false` for nothing. */
export type FinalFocus = () => HTMLElement | boolean

interface FocusBack {
  open: boolean
  float: () => Element | null
  target: FinalFocus
}

/**
 * Moves the focus out of a float in the moment that it closes. Base UI does so only after the float has faded out: keys that are
 * pressed until then would go into what has just been closed.
 *
 * Returns what Base UI may still focus after that, which is nothing when the focus has moved on.
 */
export function useFocusBack({ open, float, target }: FocusBack): FinalFocus {
  const [before, setBefore] = useState<Element | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setBefore(document.activeElement)
  }
  const finalFocus = () => isFocusLeft(float()) && besideModal(target(), before)
  const latest = useRef(finalFocus)
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    latest.current = finalFocus
    if (isOpen.current === open) return
    isOpen.current = open
    // The page may be hidden from screen readers until the effects of this render have run.
    if (!open) queueMicrotask(() => focusElement(latest.current()))
  })
  return finalFocus
}

/** Answers true when no element has the focus once the float is gone. */
function isFocusLeft(float: Element | null): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || float?.contains(activeElement) === true
}

/** A dialog that has opened meanwhile keeps the focus from what is below it. */
function besideModal(target: HTMLElement | boolean, before: Element | null): HTMLElement | boolean {
  const element = target === true ? before : target
  const to = element instanceof HTMLElement && element.isConnected ? element : target
  return to instanceof HTMLElement ? !isBehindDialog(to) && to : !isDialogOpen() && to
}

/** An element that an open dialog covers must not take the focus. */
export function isBehindDialog(element: Element): boolean {
  return isDialogOpen() && element.closest('[data-modal], [data-side]') === null
}

function isDialogOpen(): boolean {
  return document.querySelector('[data-modal][data-open]') !== null
}

function focusElement(to: HTMLElement | boolean): void {
  if (to instanceof HTMLElement) to.focus({ preventScroll: true })
}
