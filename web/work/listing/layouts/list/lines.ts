import type { Groups } from '#common/work/listing/arrange.ts'
import { groupAt } from '../../listings.ts'

/** What a list shows below one another. */
export type ListLine =
  | { kind: 'group'; group: string }
  | { kind: 'item'; group: string; id: string }
  | { kind: 'add'; group: string }
  | { kind: 'more'; group: string }

export interface ListShape {
  folded: ReadonlySet<string>
  /** The group that an item is being written for. */
  adding: string | null
  /** New items come last. */
  addsLast: boolean
}

export function linesOf(
  groups: Groups,
  order: readonly string[],
  { folded, adding, addsLast }: ListShape,
): ListLine[] {
  return order.flatMap((group): ListLine[] => {
    const { ids, total } = groupAt(groups, group)
    const head: ListLine = { kind: 'group', group }
    const add: ListLine[] = adding === group ? [{ kind: 'add', group }] : []
    if (folded.has(group)) return [head, ...add]
    const items = ids.map((id): ListLine => ({ kind: 'item', group, id }))
    const more: ListLine[] = ids.length < total ? [{ kind: 'more', group }] : []
    return addsLast ? [head, ...items, ...more, ...add] : [head, ...add, ...items, ...more]
  })
}

/** Names a line among all; an item that stands in two groups has two. */
export function lineKey(line: ListLine): string {
  return line.kind === 'item' ? rowKey(line.group, line.id) : `${line.kind}:${line.group}`
}

export function rowKey(group: string, id: string): string {
  return `${group}:${id}`
}
