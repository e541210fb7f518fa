import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import type { UserPropertiesRow } from '#common/work/user-properties/schema.ts'
import { store } from '../app/sync.ts'
import { getMyId } from '../person/me.ts'
import { workspaceAtom } from './workspace.ts'

/**
 * Returns a row with the default preferences of the current user for a list. They apply until the user changes one
 * of them.
 */
export function newUserPropertiesRow(
  place: Pick<UserPropertiesRow, 'context' | 'context_id'>,
  sort_order: number = firstPosition,
): UserPropertiesRow {
  const now = new Date().toISOString()
  return {
    ...createDefaultUserProperties(place.context),
    ...place,
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    user_id: getMyId(),
    sort_order,
    created_at: now,
    updated_at: now,
  }
}
