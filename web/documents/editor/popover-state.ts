/**
 * The state of a popover beside the text. `T` describes the formula, date or other block that the popover
 * edits. Null while the popover is closed.
 */
export interface PopoverState<T> {
  get: () => T | null
  set: (next: T | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createPopoverState<T>(): PopoverState<T> {
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
