import { useLayoutEffect, useRef, useState } from 'react'

/** Returns the element to focus, `true` for the previously focused element, or `false` for none. */
export type GetFinalFocus = () => HTMLElement | boolean

interface FocusBack {
  open: boolean
  float: () => Element | null
  target: GetFinalFocus
}

/**
 * Restores the focus as soon as a popup closes. Base UI restores it only after the closing animation, so keys
 * that are pressed until then would go to the closed popup. Returns the element that Base UI may focus
 * afterwards, or false if the focus has already moved.
 */
export function useRestoreFocus({ open, float, target }: FocusBack): GetFinalFocus {
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
    // Effects of this render may still hide the page from screen readers, so the focus is set after them.
    if (!open) queueMicrotask(() => focusElement(latest.current()))
  })
  return finalFocus
}

/** Returns true if no element outside of the closed popup has taken the focus. */
function isFocusLeft(float: Element | null): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || float?.contains(activeElement) === true
}

/**
 * Returns the element to focus. If a dialog has opened while the popup closed, elements below that dialog must
 * not get the focus.
 */
function besideModal(target: HTMLElement | boolean, before: Element | null): HTMLElement | boolean {
  const element = target === true ? before : target
  const to = element instanceof HTMLElement && element.isConnected ? element : target
  return to instanceof HTMLElement ? !isBehindDialog(to) && to : !isDialogOpen() && to
}

/** Returns whether an open dialog covers the element, which then must not take the focus. */
export function isBehindDialog(element: Element): boolean {
  return isDialogOpen() && element.closest('[data-modal], [data-side]') === null
}

function isDialogOpen(): boolean {
  return document.querySelector('[data-modal][data-open]') !== null
}

function focusElement(to: HTMLElement | boolean): void {
  if (to instanceof HTMLElement) to.focus({ preventScroll: true })
}
