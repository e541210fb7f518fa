import { type ReminderRow, reminderRow } from '#common/work/reminders/schema.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listReminders({ em, user, workspace }: WorkspaceContext): Promise<ReminderRow[]> {
  const rows = await query(em)
    .selectFrom('reminders')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .orderBy('remind_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => presentRow(reminderRow, row))
}
