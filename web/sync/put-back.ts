import { isSame } from './is-same.ts'
import type { RowOf, TableName, Tables } from './tables.ts'
import type { Left, Undo } from './undo.ts'

/**
 * Takes back a change of a row, as far as nobody has changed the same since: a field goes back to what it was `before` if it still is
 * what this person's change has `given` it. What stays is told.
 */
export type PutBack = <T extends TableName, Fields extends Partial<RowOf<T>>>(
  entity: T,
  id: string,
  given: Partial<RowOf<T>>,
  before: Fields,
  send: (fields: Partial<Fields>) => Promise<unknown>,
) => Promise<void>

export function createPutBack(tables: Tables, { tellLeft }: Undo): PutBack {
  return async (entity, id, given, before, send) => {
    const row: object | undefined = tables[entity].get(id)
    const fields = unchangedSince(row, given, before)
    tellLeft(leftOf([{ before, fields }]))
    if (Object.keys(fields).length > 0) await send(fields)
  }
}

/** The fields of `before` that nobody has changed since; of a row that is not there any more the server knows what became of it. */
export function unchangedSince<Fields extends object>(
  row: object | undefined,
  given: object,
  before: Fields,
): Partial<Fields> {
  if (row === undefined) return before
  const isMine = (name: string) =>
    isSame(anyOrder(Reflect.get(row, name)), anyOrder(Reflect.get(given, name)))
  const mine = Object.entries(before).filter(([name]) => isMine(name))
  // A place among others means something only together with what it was chosen for.
  const isPlaceAlone = mine.length === 1 && mine[0]?.[0] === 'sort_order' && Object.keys(before).length > 1
  return isPlaceAlone ? {} : (Object.fromEntries(mine) as Partial<Fields>)
}

/** How much stays as somebody has changed it since. A place in the manual order is no news beside the rest. */
export function leftOf(all: readonly { before: object; fields: object }[]): Left {
  if (all.every(({ fields }) => Object.keys(fields).length === 0)) return 'all'
  const isWhole = all.every(({ before, fields }) =>
    Object.keys(before).every((name) => name === 'sort_order' || name in fields),
  )
  return isWhole ? 'nothing' : 'some'
}

/** People and labels are sets. */
function anyOrder(value: unknown): unknown {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value
}
