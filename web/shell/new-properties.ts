import { newId } from '#common/ids.ts'
import { firstPosition } from '#common/positions.ts'
import { freshProperties } from '#common/user-properties/rules.ts'
import type { UserPropertiesRow } from '#common/user-properties/schema.ts'
import { store } from '../app/sync.ts'
import { myId } from '../users/me.ts'
import { workspaceAtom } from './workspace.ts'

/** One's own preferences for a place, before the first change of them. */
export function newProperties(
  place: Pick<UserPropertiesRow, 'context' | 'context_id'>,
  sort_order: number = firstPosition,
): UserPropertiesRow {
  const now = new Date().toISOString()
  return {
    ...freshProperties(place.context),
    ...place,
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    user_id: myId(),
    sort_order,
    created_at: now,
    updated_at: now,
  }
}
