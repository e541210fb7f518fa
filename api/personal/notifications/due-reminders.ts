import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { isReminderTime, overdueReminderDays } from '#common/personal/notifications/rules.ts'
import { addDays, localDay } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { projectAccessSubquery } from '../../access/query.ts'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import { type EventReceivers, selectItemsForAccessCheck } from './receivers.ts'
import { formatTimeInZone } from './take-batches.ts'
import { writeNotifications } from './write.ts'

/** Runs every 15 minutes, because time zones differ by multiples of 15 minutes. */
export const dueRemindersJob: Job = {
  name: 'remind-of-due-dates',
  cron: '*/15 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 600,
  run: (_, { orm }) => createAllDueReminders(orm),
}

const systemActor = { actor_id: null, mutation_id: null }
/** Maximum number of users who are reminded in one transaction. */
const peoplePerTransaction = 200

/** Sends each user one reminder per day, in the morning of their time zone. */
export async function createAllDueReminders(orm: Orm, now = new Date()): Promise<void> {
  const zones = await query(orm.em.fork())
    .selectFrom('users')
    .select('user_timezone as zone')
    .distinct()
    .where('is_active', '=', true)
    .execute()
  const mornings = zones.filter(({ zone }) => isReminderTime(formatTimeInZone(zone, now)))
  await runSequentially(mornings, async ({ zone }) => {
    const day = localDay(now.getTime(), zone)
    for (;;) {
      const reminded = await runInChangeBatch(orm.em, systemActor, (em) => remindSome(em, zone, day, now))
      if (reminded < peoplePerTransaction) return
    }
  })
}

interface RemindedPerson {
  user_id: string
  /** Date of the user's previous reminder. */
  since: string | null
}

/**
 * Reminds a batch of users. The date of the reminder and the notifications are stored in one transaction.
 * Concurrent processes wait for this transaction and then skip these users, so each user is reminded exactly
 * once.
 */
async function remindSome(em: EntityManager, zone: string, day: string, now: Date): Promise<number> {
  const { rows: people } = await sql<RemindedPerson>`
    insert into due_reminders (user_id, day)
    select u.id, ${day}::date from users u left join due_reminders d on d.user_id = u.id
    where u.user_timezone = ${zone} and u.is_active and (d.day is null or d.day < ${day}::date)
    order by u.id limit ${peoplePerTransaction}
    on conflict (user_id) do update set day = excluded.day where due_reminders.day < excluded.day
    returning user_id, old.day::text as since`.execute(query(em))
  const due = await dueItemsOf(em, people, day)
  const items = new Map(
    (
      await selectItemsForAccessCheck(
        em,
        due.map(({ id }) => id),
      )
    ).map((item) => [item.id, item]),
  )
  for (const [workspace, found] of Map.groupBy(due, ({ workspace_id }) => workspace_id)) {
    const events = [...Map.groupBy(found, ({ id }) => id)].flatMap(
      ([id, [first, ...others]]): EventReceivers[] => {
        const item = items.get(id)
        if (item === undefined || first === undefined) return []
        const receivers = new Map([first, ...others].map(({ user_id }) => [user_id, 'assigned' as const]))
        return [
          {
            receivers,
            subject: { entity_name: 'issue', ...item },
            actor_id: null,
            created_at: now,
            happened: reminder(first, day, now),
            html: '',
          },
        ]
      },
    )
    await writeNotifications(em, workspace, events)
  }
  return people.length
}

interface DueItem {
  id: string
  workspace_id: string
  user_id: string
  target_date: string
}

/** Returns visible items that are due by tomorrow, or that became overdue since the last reminder. */
async function dueItemsOf(em: EntityManager, people: RemindedPerson[], day: string): Promise<DueItem[]> {
  if (people.length === 0) return []
  const earliest = addDays(day, -overdueReminderDays)
  const { rows } = await sql<DueItem>`
    select i.id, i.workspace_id, access.user_id, i.target_date::text as target_date
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as r(user_id uuid, since date)
    join work_items i on r.user_id = any(i.assignee_ids)
    join ${projectAccessSubquery} on access.project_id = i.project_id and access.user_id = r.user_id
    where i.target_date between ${earliest}::date and ${addDays(day, 1)}::date
      and (i.target_date = ${addDays(day, 1)}::date or (i.target_date < ${day}::date
        and i.target_date >= greatest(${earliest}::date, coalesce(r.since, ${addDays(day, -1)}::date))))
      and i.deleted_at is null and i.archived_at is null and not i.is_draft
      and i.state__group not in ('completed', 'cancelled', 'triage')
      and access.is_account_active and not access.lacks_second_factor and access.role is not null and access.archived_at is null
      and (access.sees_all or i.created_by = r.user_id)
      -- Untouched items of the sample project cause no reminders.
      and not exists (select from users s where s.id = i.updated_by and s.email like '%@sample.invalid')
    order by i.id, access.user_id`.execute(query(em))
  return rows
}

function reminder({ target_date }: DueItem, day: string, now: Date): EventReceivers['happened'] {
  return {
    id: newId(),
    verb: target_date < day ? 'overdue' : 'upcoming',
    field: 'due',
    actor: null,
    old_value: '',
    new_value: target_date,
    old_identifier: null,
    new_identifier: null,
    issue_comment: null,
    created_at: now.toISOString(),
  }
}
