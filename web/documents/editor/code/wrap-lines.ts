const key = 'wrap-code'
const listeners = new Set<() => void>()

/** Returns true if this browser wraps long lines of code instead of scrolling them. */
export function isCodeWrapped(): boolean {
  return 'wrapCode' in document.documentElement.dataset
}

/** Applies to the code blocks of all texts and is stored per browser, because it changes no text. */
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

/** Applies the stored choice. */
export function restoreCodeWrap(): void {
  try {
    if (localStorage.getItem(key) !== null) document.documentElement.toggleAttribute('data-wrap-code', true)
  } catch {
    // If the browser offers no storage, lines scroll.
  }
}
