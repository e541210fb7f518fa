import { clockIn } from '#common/listing/clock.ts'
import { freshProperties } from '#common/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { projectPlace } from '../listing/places.ts'
import { type ListingView, viewOf } from '../listing/view.ts'

/** The sub-items of an item as a listing, which stays exact like any other; the oldest first. */
export function subItemsView({ id, project_id }: Pick<WorkItemRow, 'id' | 'project_id'>): ListingView {
  return viewOf(projectPlace(currentSlug(), project_id), {
    display: {
      ...freshProperties('project').display_filters,
      layout: 'list',
      group_by: null,
      order_by: 'created_at',
    },
    filters: { parent_id: id },
    clock: clockIn('UTC'),
  })
}
