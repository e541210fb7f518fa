/**
 * A list of elements inside the editor's DOM into which React renders portals. `T` contains the data for each
 * element.
 */
export interface EditorPortals<T> {
  list: () => readonly (T & { key: number })[]
  subscribe: (listener: () => void) => () => void
  add: (portal: T) => { update: (change: Partial<T>) => void; remove: () => void }
}

export function createEditorPortals<T>(): EditorPortals<T> {
  const portals = new Map<number, T & { key: number }>()
  const listeners = new Set<() => void>()
  let listed: readonly (T & { key: number })[] = []
  let isNotified = true
  let lastKey = 0
  // Notifies the listeners once for all changes of one transaction.
  const changed = () => {
    if (!isNotified) return
    isNotified = false
    queueMicrotask(() => {
      isNotified = true
      listed = [...portals.values()]
      for (const listener of listeners) listener()
    })
  }
  return {
    list: () => listed,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(portal) {
      const key = ++lastKey
      portals.set(key, { ...portal, key })
      changed()
      return {
        update(change) {
          const before = portals.get(key)
          if (before) portals.set(key, { ...before, ...change })
          changed()
        },
        remove() {
          portals.delete(key)
          changed()
        },
      }
    },
  }
}
