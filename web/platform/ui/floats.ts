/** Menus, pickers and popovers. */
const floats = ':is([role="menu"], [role="dialog"])[data-side][data-open]'

/** Whether Escape closes one of these, which may not have the focus yet, and so not what is below it. */
export function isFloatOpen(): boolean {
  return document.querySelector(floats) !== null
}

export function isInFloat(element: Element): boolean {
  return element.closest(floats) !== null
}
