import type { Listing } from '#common/work/listing/listing.ts'
import { createWorkItem, positionAmong } from '../work-items/actions.ts'
import { isManual } from './drag/cell.ts'
import { groupFieldsOf } from './group-target.ts'

/** Position of a new item in the manual order of a group. */
interface Place {
  /** Ids of the items in the group. */
  ids: readonly string[]
  at: 'top' | 'bottom'
}

/** Creates an item in a group (and sub-group) of a listing. The item gets the property values of the group. */
export function createIn(listing: Listing, group: string, sub: string | null, name: string, place?: Place) {
  const { context, group_by, sub_group_by } = listing
  const project_id = context.project_id ?? ''
  return createWorkItem({
    ...context.gives,
    ...groupFieldsOf(group_by, group, project_id),
    ...(sub !== null && groupFieldsOf(sub_group_by, sub, project_id)),
    ...(place && isManual(listing) && positionAt(place)),
    project_id,
    name,
  })
}

function positionAt({ ids, at }: Place): { sort_order?: number } {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return {}
  return { sort_order: at === 'top' ? positionAmong(null, first) : positionAmong(last, null) }
}
