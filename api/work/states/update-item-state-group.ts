import { sql } from 'kysely'
import type { StateGroup } from '#common/work/states/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { updateItemsInBulk } from '../work-items/update-items-in-bulk.ts'

/**
 * Updates the items of a state whose group has changed. Each item stores the group of its state, and the
 * completion time depends on the group.
 */
export async function updateItemStateGroup(
  { em, project, user }: ProjectContext,
  state: { id: string; group: StateGroup },
): Promise<void> {
  await updateItemsInBulk(em, {
    set: {
      state__group: state.group,
      completed_at: state.group === 'completed' ? sql`coalesce(work_items.completed_at, now())` : null,
      updated_at: sql`now()`,
      updated_by: user.id,
    },
    where: sql`project_id = ${project.id} and state_id = ${state.id}`,
  })
}
