/** The state of a popover beside the text: its subject, or null while it is closed. */
export interface OpenPopover<T> {
  get: () => T | null
  set: (next: T | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createOpenPopover<T>(): OpenPopover<T> {
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
