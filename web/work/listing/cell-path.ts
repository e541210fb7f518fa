import type { ListingGroup, ListingGroups } from '#common/work/listing/arrange.ts'
import { groupOfListing } from './listings.ts'

/**
 * A cell of a board: a group, or the part of a group within one lane. `createGroupPath` returns its identifier.
 */
export interface BoardCell {
  group: string
  sub: string | null
}

export function parseCellPath(path: string): BoardCell {
  const at = path.indexOf('|')
  return at < 0 ? { group: path, sub: null } : { group: path.slice(0, at), sub: path.slice(at + 1) }
}

export function groupInCell(groups: ListingGroups, path: string): ListingGroup {
  const { group, sub } = parseCellPath(path)
  return groupOfListing(groups, group, sub)
}

export function itemIdsInCell(groups: ListingGroups, path: string): readonly string[] {
  return groupInCell(groups, path).ids
}
