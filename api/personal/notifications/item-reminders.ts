import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { findNotificationReason } from '#common/personal/notifications/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { projectAccessSubquery } from '../../access/query.ts'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { type Reminder, ReminderEntity } from '../../work/reminders/entity.ts'
import { type EventReceivers, selectItemsForAccessCheck } from './receivers.ts'
import { writeNotifications } from './write.ts'

/** Runs every minute and notifies the users whose reminders of work items are due. */
export const itemRemindersJob: Job = {
  name: 'remind-of-items',
  cron: '* * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 50,
  run: (_, { orm }) => sendDueReminders(orm),
}

const systemActor = { actor_id: null, mutation_id: null }
/** Maximum number of reminders in one transaction. */
const batchSize = 200

/**
 * Deletes the due reminders and writes their notifications in one transaction, so that each reminder notifies
 * exactly once. A reminder of an item that its user can no longer see is deleted without a notification. While
 * the item is in the trash, its reminders wait.
 */
export async function sendDueReminders(orm: Orm, now = new Date()): Promise<void> {
  for (;;) {
    const taken = await runInChangeBatch(orm.em, systemActor, (em) => sendSome(em, now))
    if (taken < batchSize) return
  }
}

async function sendSome(em: EntityManager, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reminders r join work_items i on i.id = r.issue_id
    where r.remind_at <= ${now} and i.deleted_at is null
    order by r.remind_at limit ${batchSize} for share of i skip locked for update of r skip locked`.execute(
    query(em),
  )
  const taken = await em.find(ReminderEntity, { id: rows.map(({ id }) => id) })
  for (const reminder of taken) em.remove(reminder)
  await em.flush()
  const items = await selectItemsForAccessCheck(
    em,
    taken.map(({ issue_id }) => issue_id),
  )
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const visible = await withVisibleItem(em, taken)
  for (const [workspace, found] of Map.groupBy(visible, ({ workspace_id }) => workspace_id)) {
    const events = [...Map.groupBy(found, ({ issue_id }) => issue_id)].flatMap(
      ([issueId, reminders]): EventReceivers[] => {
        const item = itemsById.get(issueId)
        if (item === undefined) return []
        const receivers = new Map(
          reminders.map(({ user_id }) => [user_id, findNotificationReason(user_id, item) ?? 'subscribed']),
        )
        const subject = { entity_name: 'issue' as const, ...item }
        return [
          { receivers, subject, actor_id: null, created_at: now, happened: reminderEvent(now), html: '' },
        ]
      },
    )
    await writeNotifications(em, workspace, events)
  }
  return taken.length
}

/** Returns the reminders whose users can see the item now. */
async function withVisibleItem(em: EntityManager, reminders: Reminder[]): Promise<Reminder[]> {
  if (reminders.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select r.id from jsonb_to_recordset(${JSON.stringify(reminders.map(({ id, issue_id, user_id }) => ({ id, issue_id, user_id })))}::jsonb) as r(id uuid, issue_id uuid, user_id uuid)
    join work_items i on i.id = r.issue_id
    join ${projectAccessSubquery} on access.project_id = i.project_id and access.user_id = r.user_id
    where access.is_account_active and not access.lacks_second_factor and access.role is not null
      and (access.sees_all or i.created_by = r.user_id)`.execute(query(em))
  const visible = new Set(rows.map(({ id }) => id))
  return reminders.filter(({ id }) => visible.has(id))
}

function reminderEvent(now: Date): EventReceivers['happened'] {
  return {
    id: newId(),
    verb: 'reminded',
    field: 'reminder',
    actor: null,
    old_value: '',
    new_value: '',
    old_identifier: null,
    new_identifier: null,
    issue_comment: null,
    created_at: now.toISOString(),
  }
}
