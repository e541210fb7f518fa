import type { EntityManager } from '@mikro-orm/postgresql'
import { recordTeamActivities } from '../../organization/teamspaces/activities.ts'
import type { View } from './entity.ts'

type Visible = Pick<View, 'name' | 'access' | 'deleted_at'>

export function pickVisibilityFields({ name, access, deleted_at }: View): Visible {
  return { name, access, deleted_at }
}

/**
 * Records in the history of the teamspace that a view appeared, disappeared or was renamed. Private views are
 * not mentioned, because only their owners may know them.
 */
export function recordTeamViewActivity(
  em: EntityManager,
  view: View,
  before: Visible | null,
  actorId: string,
): void {
  const { teamspace_id, workspace_id, id: view_id, name } = view
  if (teamspace_id === null) return
  const wasVisible = before !== null && isVisible(before)
  const kind = isVisible(view)
    ? wasVisible
      ? 'view_renamed'
      : 'view_added'
    : wasVisible
      ? 'view_removed'
      : null
  const old_value = before?.name ?? null
  if (kind === null || (kind === 'view_renamed' && old_value === name)) return
  const change =
    kind === 'view_renamed'
      ? { old_value, new_value: name }
      : { new_value: kind === 'view_removed' ? old_value : name }
  recordTeamActivities(em, { id: teamspace_id, workspace_id }, [{ kind, view_id, ...change }], actorId)
}

function isVisible({ access, deleted_at }: Visible): boolean {
  return access === 1 && deleted_at === null
}
