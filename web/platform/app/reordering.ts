import { computePositionInsertion } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import type { AnyMutation } from '../sync/mutation.ts'
import { announce } from '../ui/announce.ts'
import { mutateTogether } from './sync.ts'

interface Order<Row, Within> {
  find: (id: string) => Row | undefined
  /** The sorted list that contains the row, including the row itself. */
  listOf: (row: Row) => readonly Row[]
  positionOf: (row: Row) => number
  /** True if the list is sorted by descending position. */
  isDescending?: boolean
  /** The fields that determine the list to which a row belongs. */
  withinOf?: (row: Row) => Within
  nameOf: (row: Row) => string
  /** The text of the notice after a move. */
  messageOf: (row: Row, within: Partial<Within>) => string
  /**
   * Creates the mutation that sets the position of a row and the fields of its new list. Rows that are only
   * shifted to make room get no message.
   */
  placing: (row: Row, position: number, within: Partial<Within>, message?: string) => AnyMutation
}

/**
 * Moves rows in lists that users sort by hand. Undo reverts a move together with the rows that made room for
 * it.
 */
export function createReordering<Row extends { id: string }, Within extends Partial<Row> = object>({
  isDescending = false,
  ...order
}: Order<Row, Within>) {
  /** Moves a row to index `at` among the other rows. */
  async function place(id: string, at: number, within: Partial<Within> = {}): Promise<void> {
    const row = order.find(id)
    if (row === undefined) return
    const into = changed(row, within)
    const list = order.listOf({ ...row, ...into })
    const isElsewhere = Object.keys(into).length > 0
    if (!isElsewhere && list[at]?.id === id) return
    const others = list.filter((other) => other.id !== id)
    const rising = isDescending ? others.toReversed() : others
    const { position, moved } = computePositionInsertion(
      rising.map(order.positionOf),
      isDescending ? others.length - at : at,
    )
    const message = order.messageOf(row, into)
    const making = [...moved].flatMap(([index, to]) => {
      const other = rising[index]
      return other === undefined ? [] : [order.placing(other, to, {})]
    })
    announce(t('ui.nowAt', { name: order.nameOf(row), at: at + 1, of: others.length + 1 }))
    await mutateTogether([...making, order.placing(row, position, into, message)], () => message)
  }

  return {
    place,
    /** Moves a row by one position. Does nothing if the row is already at that end of the list. */
    async step(id: string, by: 1 | -1): Promise<void> {
      const row = order.find(id)
      const list = row === undefined ? [] : order.listOf(row)
      const at = list.findIndex((one) => one.id === id) + by
      if (at >= 0 && at < list.length) await place(id, at)
    },
    /** Moves a row before or after another row, into the list of that row. */
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
