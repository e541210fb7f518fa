import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { FavoriteTarget } from '../../organization/favorites/actions.ts'
import { formatItemKey } from './actions.ts'

/** Returns a work item as an object that the user can add to the favorites. */
export function favoriteTargetOfItem(row: WorkItemRow): FavoriteTarget {
  return {
    type: 'issue',
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    logo_props: {},
    key: formatItemKey(row),
  }
}
