import { type Atom, atom, type PrimitiveAtom } from 'jotai'
import type { Store } from './store.ts'

export interface RowWithId {
  id: string
}

/** Called after a row changed. Null means that the row does not exist. */
export type RowListener<Row> = (before: Row | null, after: Row | null) => void

export interface RowTable<Row extends RowWithId> {
  get(id: string): Row | undefined
  values(): Iterable<Row>
  /**
   * Returns the atom of one row. Each row has its own atom, so that a change renders only the components that
   * show this row.
   */
  rowAtom(id: string): Atom<Row | undefined>
  /**
   * All loaded rows. Use this atom for small tables only, because it updates after every change of any row.
   */
  allAtom: Atom<Row[]>
  listen(listener: RowListener<Row>): () => void
  /**
   * Replaces the shown row, or removes it if `row` is undefined. Only `local-rows.ts` may call this
   * function.
   */
  show(id: string, row: Row | undefined): void
}

/**
 * Creates the client's table of rows. The atom of a row is created when a component first reads it, so ten thousand
 * loaded rows need only a few atoms.
 */
export function createTable<Row extends RowWithId>(store: Store): RowTable<Row> {
  const rows = new Map<string, Row>()
  const atoms = new Map<string, PrimitiveAtom<Row | undefined>>()
  const listeners = new Set<RowListener<Row>>()
  const changedAtom = atom(0)
  const allAtom = atom((get) => {
    get(changedAtom)
    return [...rows.values()]
  })
  let announced = false

  /** Notifies the listeners once per microtask, however many rows a batch changes. */
  function announce(): void {
    if (announced) return
    announced = true
    queueMicrotask(() => {
      announced = false
      store.set(changedAtom, (count) => count + 1)
    })
  }

  return {
    get: (id) => rows.get(id),
    values: () => rows.values(),
    rowAtom(id) {
      const known = atoms.get(id)
      if (known !== undefined) return known
      const created = atom(rows.get(id))
      atoms.set(id, created)
      return created
    },
    allAtom,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(id, row) {
      const before = rows.get(id)
      if (before === row) return
      if (row === undefined) rows.delete(id)
      else rows.set(id, row)
      const watched = atoms.get(id)
      if (watched !== undefined) store.set(watched, row)
      announce()
      for (const listener of listeners) listener(before ?? null, row ?? null)
    },
  }
}
