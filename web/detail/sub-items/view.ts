import { clockIn } from '#common/listing/clock.ts'
import { all, isIn } from '#common/listing/condition.ts'
import { freshProperties } from '#common/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { requestWithVersion } from '../../app/sync.ts'
import { noFilters } from '../../listing/rich-filters.ts'
import { type ListingScope, projectScope } from '../../listing/scopes.ts'
import { type ListingView, viewOf } from '../../listing/view.ts'
import { currentSlug } from '../../shell/workspace.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** The sub-items of an item as a listing, which stays exact like any other; the oldest first. */
export function subItemsView(parent: Item): ListingView {
  return viewOf(subItemsScope(currentSlug(), parent), {
    display: {
      ...freshProperties('project').display_filters,
      layout: 'list',
      group_by: null,
      order_by: 'created_at',
    },
    filters: noFilters,
    clock: clockIn('UTC'),
  })
}

function subItemsScope(slug: string, { id, project_id }: Item): ListingScope {
  const scope = projectScope(slug, project_id)
  return {
    ...scope,
    context: {
      ...scope.context,
      key: `sub-items:${id}`,
      condition: all(scope.context.condition, isIn('parent_id', [id])),
    },
    read: (query) =>
      requestWithVersion('listWorkItems', { params: { slug, project_id }, query: { ...query, parent: id } }),
  }
}
