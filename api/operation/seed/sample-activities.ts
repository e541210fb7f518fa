import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import type { State } from '../../work/states/entity.ts'
import type { WorkItem } from '../../work/work-items/entity.ts'

/**
 * Adds the change of the state to the history of each item that is no longer in the state of new items. The change
 * feed contains only the creation of the items.
 */
export async function createSampleActivities(
  em: EntityManager,
  items: readonly WorkItem[],
  states: readonly State[],
): Promise<void> {
  const first = states.find((state) => state.default)
  const rows = items.flatMap(({ id, state_id, updated_by, updated_at }) => {
    const state = states.find((one) => one.id === state_id)
    if (first === undefined || state === undefined || state === first) return []
    const [old, now] = [
      { old_value: first.name, old_identifier: first.id },
      { new_value: state.name, new_identifier: state.id },
    ]
    const change = { issue_id: id, actor_id: updated_by, created_at: updated_at, ...old, ...now }
    return { id: newId(updated_at.getTime()), ...change }
  })
  const [first_item] = items
  if (first_item === undefined) return
  await sql`
    insert into work_item_activities
      (workspace_id, verb, field, id, issue_id, actor_id, old_value, new_value, old_identifier, new_identifier, created_at)
    select ${first_item.workspace_id}::uuid, 'updated', 'state', r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id uuid, issue_id uuid, actor_id uuid, old_value text, new_value text, old_identifier uuid, new_identifier uuid,
      created_at timestamptz)`.execute(query(em))
}
