/** A list of elements inside the editor's DOM into which React renders portals. `T` contains the data for each element. */
export interface Places<T> {
  list: () => readonly (T & { key: number })[]
  subscribe: (listener: () => void) => () => void
  add: (place: T) => { update: (change: Partial<T>) => void; remove: () => void }
}

export function createPlaces<T>(): Places<T> {
  const places = new Map<number, T & { key: number }>()
  const listeners = new Set<() => void>()
  let listed: readonly (T & { key: number })[] = []
  let isTold = true
  let made = 0
  // Notifies the listeners once for all changes of one transaction.
  const changed = () => {
    if (!isTold) return
    isTold = false
    queueMicrotask(() => {
      isTold = true
      listed = [...places.values()]
      for (const listener of listeners) listener()
    })
  }
  return {
    list: () => listed,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(place) {
      const key = ++made
      places.set(key, { ...place, key })
      changed()
      return {
        update(change) {
          const before = places.get(key)
          if (before) places.set(key, { ...before, ...change })
          changed()
        },
        remove() {
          places.delete(key)
          changed()
        },
      }
    },
  }
}
