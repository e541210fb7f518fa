/** Selector of open menus, pickers and popovers. */
const floats = ':is([role="menu"], [role="dialog"])[data-side][data-open]'

/** Returns whether a popup is open. Escape must then close the popup, even if the popup has no focus yet. */
export function isAnyPopupOpen(): boolean {
  return document.querySelector(floats) !== null
}

export function isInsidePopup(element: Element): boolean {
  return element.closest(floats) !== null
}
