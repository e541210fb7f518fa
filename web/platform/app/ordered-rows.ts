import { insertAt } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import type { AnyMutation } from '../sync/mutation.ts'
import { announce } from '../ui/announce.ts'
import { mutateTogether } from './sync.ts'

interface Order<Row, Within> {
  find: (id: string) => Row | undefined
  /** The rows that a row is shown among, in their order, with the row itself. */
  listOf: (row: Row) => readonly Row[]
  positionOf: (row: Row) => number
  /** The row with the greatest position is shown first. */
  isDescending?: boolean
  /** The fields that say in which of several lists a row is. */
  withinOf?: (row: Row) => Within
  nameOf: (row: Row) => string
  /** What the notice of a move says. */
  wordsOf: (row: Row, within: Partial<Within>) => string
  /** Gives a row its position and the fields of the list that it goes to. Rows that make room for another one have no words. */
  placing: (row: Row, position: number, within: Partial<Within>, words?: string) => AnyMutation
}

/** Moves the rows of lists that people order by hand. A move is one change for Undo, with the rows that make room for it. */
export function orderedRows<Row extends { id: string }, Within extends Partial<Row> = object>({
  isDescending = false,
  ...order
}: Order<Row, Within>) {
  /** Puts a row before the one at `at` of the others. */
  async function place(id: string, at: number, within: Partial<Within> = {}): Promise<void> {
    const row = order.find(id)
    if (row === undefined) return
    const into = changed(row, within)
    const list = order.listOf({ ...row, ...into })
    const isElsewhere = Object.keys(into).length > 0
    if (!isElsewhere && list[at]?.id === id) return
    const others = list.filter((other) => other.id !== id)
    const rising = isDescending ? others.toReversed() : others
    const { position, moved } = insertAt(rising.map(order.positionOf), isDescending ? others.length - at : at)
    const words = order.wordsOf(row, into)
    const making = [...moved].flatMap(([index, to]) => {
      const other = rising[index]
      return other === undefined ? [] : [order.placing(other, to, {})]
    })
    announce(t('ui.nowAt', { name: order.nameOf(row), at: at + 1, of: others.length + 1 }))
    await mutateTogether([...making, order.placing(row, position, into, words)], () => words)
  }

  return {
    place,
    /** Past its neighbour; at the ends it stays. */
    async step(id: string, by: 1 | -1): Promise<void> {
      const row = order.find(id)
      const list = row === undefined ? [] : order.listOf(row)
      const at = list.findIndex((one) => one.id === id) + by
      if (at >= 0 && at < list.length) await place(id, at)
    },
    /** Before or after another row, in the list of that one. */
    async moveBeside(id: string, near: string, edge: 'before' | 'after'): Promise<void> {
      const other = order.find(near)
      if (other === undefined) return
      const others = order.listOf(other).filter((one) => one.id !== id)
      const at = others.findIndex((one) => one.id === near)
      if (at >= 0) await place(id, edge === 'before' ? at : at + 1, order.withinOf?.(other))
    },
  }
}

function changed<Row extends object, Within extends Partial<Row>>(row: Row, within: Partial<Within>) {
  const entries = Object.entries(within).filter(([name, value]) => Reflect.get(row, name) !== value)
  return Object.fromEntries(entries) as Partial<Within>
}
