import type { Listing } from '#common/listing/listing.ts'
import { createWorkItem } from '../work-items/actions.ts'
import { fieldsOf } from './group-target.ts'

/** Makes an item in a group of a listing, and in a sub-group where there are some: it gets what they stand for. */
export function createIn(listing: Listing, group: string, sub: string | null, name: string) {
  const { context, group_by, sub_group_by } = listing
  const project_id = context.project_id ?? ''
  return createWorkItem({
    ...fieldsOf(group_by, group, project_id),
    ...(sub !== null && fieldsOf(sub_group_by, sub, project_id)),
    project_id,
    name,
  })
}
