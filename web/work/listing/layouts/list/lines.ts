import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { groupOfListing } from '../../listings.ts'

/** The lines of a list from top to bottom. */
export type ListLine =
  | { kind: 'group'; group: string }
  | { kind: 'item'; group: string; id: string }
  | { kind: 'add'; group: string }
  | { kind: 'more'; group: string }

export interface ListLineOptions {
  folded: ReadonlySet<string>
  /** The group to which the user is adding an item. */
  adding: string | null
  /** True if new items are added at the end. */
  addsLast: boolean
}

export function buildListLines(
  groups: ListingGroups,
  order: readonly string[],
  { folded, adding, addsLast }: ListLineOptions,
): ListLine[] {
  return order.flatMap((group): ListLine[] => {
    const { ids, total } = groupOfListing(groups, group)
    const head: ListLine = { kind: 'group', group }
    const add: ListLine[] = adding === group ? [{ kind: 'add', group }] : []
    if (folded.has(group)) return [head, ...add]
    const items = ids.map((id): ListLine => ({ kind: 'item', group, id }))
    const more: ListLine[] = ids.length < total ? [{ kind: 'more', group }] : []
    return addsLast ? [head, ...items, ...more, ...add] : [head, ...add, ...items, ...more]
  })
}

/** Returns a unique key. An item in two groups has two lines. */
export function lineKey(line: ListLine): string {
  return line.kind === 'item' ? rowKey(line.group, line.id) : `${line.kind}:${line.group}`
}

export function rowKey(group: string, id: string): string {
  return `${group}:${id}`
}
