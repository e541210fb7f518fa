/** The one thing of a text that is being edited beside it, if any is. */
export interface OpenedPart<T> {
  get: () => T | null
  set: (next: T | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createOpened<T>(): OpenedPart<T> {
  const listeners = new Set<() => void>()
  let opened: T | null = null
  return {
    get: () => opened,
    set(next) {
      opened = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
