import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { groupInCell } from '../../cell-path.ts'
import { createGroupPath } from '../../listings.ts'

/** The lines of a list from top to bottom. `group` is the path of a group or of a sub-group. */
export type ListLine =
  | { kind: 'group'; group: string }
  | { kind: 'sub-group'; group: string }
  | { kind: 'item'; group: string; id: string }
  | { kind: 'add'; group: string }
  | { kind: 'more'; group: string }

export interface ListLineOptions {
  /** The paths of the groups and sub-groups that the user has collapsed. */
  folded: ReadonlySet<string>
  /** The group to which the user is adding an item. */
  adding: string | null
  /** True if a new item becomes the last one of its group. */
  addsLast: boolean
  /** Returns the sub-groups that a group shows. Is null if the list has no sub-groups. */
  subGroupsOf: ((group: string) => readonly string[]) | null
}

export function buildListLines(
  groups: ListingGroups,
  order: readonly string[],
  options: ListLineOptions,
): ListLine[] {
  const { folded, adding, subGroupsOf } = options
  return order.flatMap((group): ListLine[] => {
    const head: ListLine = { kind: 'group', group }
    if (subGroupsOf === null) return [head, ...linesInCell(groups, group, options)]
    const add: ListLine[] = adding === group ? [{ kind: 'add', group }] : []
    if (folded.has(group)) return [head, ...add]
    const subs = subGroupsOf(group).flatMap((sub): ListLine[] => {
      const path = createGroupPath(group, sub)
      return [{ kind: 'sub-group', group: path }, ...linesInCell(groups, path, options)]
    })
    return [head, ...add, ...subs]
  })
}

/** Returns the lines below the header of a group without sub-groups, or of a sub-group. */
function linesInCell(
  groups: ListingGroups,
  group: string,
  { folded, adding, addsLast }: ListLineOptions,
): ListLine[] {
  const { ids, total } = groupInCell(groups, group)
  const add: ListLine[] = adding === group ? [{ kind: 'add', group }] : []
  if (folded.has(group)) return add
  const items = ids.map((id): ListLine => ({ kind: 'item', group, id }))
  const more: ListLine[] = ids.length < total ? [{ kind: 'more', group }] : []
  return addsLast ? [...items, ...more, ...add] : [...add, ...items, ...more]
}

/** Returns a unique key. An item in two groups has two lines. */
export function lineKey(line: ListLine): string {
  return line.kind === 'item' ? rowKey(line.group, line.id) : `${line.kind}:${line.group}`
}

export function rowKey(group: string, id: string): string {
  return `${group}:${id}`
}
