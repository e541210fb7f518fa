const key = 'wrap-code'
const listeners = new Set<() => void>()

/** Returns true if this browser wraps long lines of code instead of scrolling them. */
export function isCodeWrapped(): boolean {
  return 'wrapCode' in document.documentElement.dataset
}

/**
 * Sets whether long lines wrap in all code blocks. The choice is stored per browser, because it does not
 * belong to a text.
 */
export function setCodeWrapped(isWrapped: boolean): void {
  document.documentElement.toggleAttribute('data-wrap-code', isWrapped)
  try {
    if (isWrapped) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // If the browser offers no storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function subscribeToCodeWrap(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Applies the stored choice whether long lines of code wrap. */
export function restoreCodeWrap(): void {
  try {
    if (localStorage.getItem(key) !== null) document.documentElement.toggleAttribute('data-wrap-code', true)
  } catch {
    // If the browser offers no storage, lines scroll.
  }
}
