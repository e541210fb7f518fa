import type { Clock } from '#common/platform/clock.ts'
import { allConditions, oneOfValuesCondition } from '#common/work/listing/condition.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { requestWithVersion } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type ListingScope, projectScope } from '../../listing/scopes.ts'
import { createListingView, type ListingView } from '../../listing/view.ts'
import { type SubItemSettings, subItemFiltersToRichFilters } from './settings.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** Returns the sub-items of an item as a live listing. */
export function subItemsView(
  parent: Item,
  { group_by, order_by, filters }: Pick<SubItemSettings, 'group_by' | 'order_by' | 'filters'>,
  clock: Clock,
): ListingView {
  return createListingView(subItemsScope(currentSlug(), parent), {
    display: {
      ...createDefaultUserProperties('project').display_filters,
      layout: 'list',
      group_by,
      order_by,
    },
    filters: subItemFiltersToRichFilters(filters, clock.today),
    clock,
  })
}

function subItemsScope(slug: string, { id, project_id }: Item): ListingScope {
  const scope = projectScope(slug, project_id)
  return {
    ...scope,
    context: {
      ...scope.context,
      key: `sub-items:${id}`,
      condition: allConditions(scope.context.condition, oneOfValuesCondition('parent_id', [id])),
    },
    read: (query) =>
      requestWithVersion('listWorkItems', { params: { slug, project_id }, query: { ...query, parent: id } }),
  }
}
