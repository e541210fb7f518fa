import type { Listing } from '#common/work/listing/listing.ts'
import { createWorkItem, positionBetweenItems } from '../work-items/actions.ts'
import { isSortedManually } from './drag/cell.ts'
import { fieldsOfNewItemInGroup } from './group-target.ts'

/** Position of a new item in the manual order of a group. */
interface ManualPosition {
  /** Ids of the items in the group. */
  ids: readonly string[]
  at: 'top' | 'bottom'
}

/** Creates an item in a group (and sub-group) of a listing. The item gets the property values of the group. */
export function createItemInGroup(
  listing: Listing,
  group: string,
  sub: string | null,
  name: string,
  place?: ManualPosition,
) {
  const { context, group_by, sub_group_by } = listing
  const project_id = context.project_id ?? ''
  return createWorkItem({
    ...context.gives,
    ...fieldsOfNewItemInGroup(group_by, group, project_id),
    ...(sub !== null && fieldsOfNewItemInGroup(sub_group_by, sub, project_id)),
    ...(place && isSortedManually(listing) && positionAt(place)),
    project_id,
    name,
  })
}

function positionAt({ ids, at }: ManualPosition): { sort_order?: number } {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return {}
  return { sort_order: at === 'top' ? positionBetweenItems(null, first) : positionBetweenItems(last, null) }
}
