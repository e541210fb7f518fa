import { insertAt } from '#common/platform/positions.ts'
import type { AnyMutation } from '../sync/mutation.ts'
import { mutateTogether } from './sync.ts'

interface Placing<Row> {
  /** The other rows of the list, in their order. */
  others: readonly Row[]
  /** Before the one at this index. */
  at: number
  positionOf: (row: Row) => number
  /** Gives one of the others a new position, with its inverse. */
  move: (row: Row, position: number) => AnyMutation
  /** Puts the row itself there, with words and inverse. */
  place: (position: number) => AnyMutation
  words: string
}

/** Puts a row among others, which make room where no position is left between two of them: one step for Undo. */
export async function placeRow<Row>({
  others,
  at,
  positionOf,
  move,
  place,
  words,
}: Placing<Row>): Promise<void> {
  const { position, moved } = insertAt(others.map(positionOf), at)
  const making = [...moved].flatMap(([index, to]) => {
    const other = others[index]
    return other === undefined ? [] : [move(other, to)]
  })
  await mutateTogether([...making, place(position)], () => words)
}
