import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { isQuiet, switchOf } from '#common/notifications/rules.ts'
import type { Happened, NotificationPreferences } from '#common/notifications/schema.ts'
import { access } from '../access/query.ts'
import { known, saidTo } from '../activities/said-to.ts'
import { query } from '../db/orm.ts'
import type { Job, JobPorts } from '../jobs/job.ts'
import { oneByOne } from '../jobs/one-by-one.ts'
import { sendMail } from '../mail/send-mail.ts'
import { usersLite } from '../users/lite.ts'
import { type Batch, composeMail, type Receiver } from './compose-mail.ts'
import { initialPreferences } from './preferences.ts'

/** Every five minutes: what somebody has not read by then is mailed to them, of one item in one mail. */
export const mailNotifications: Job = {
  name: 'mail-notifications',
  cron: '*/5 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 280,
  run: (_, ports) => mailAllNotifications(ports),
}

type Ports = Pick<JobPorts, 'orm' | 'config' | 'enqueue'>

/** In a transaction a person: that it was mailed is committed with the mails, which are jobs. `now` is when quiet hours are asked. */
export async function mailAllNotifications(ports: Ports, now = new Date()): Promise<void> {
  const waiting = await query(ports.orm.em.fork())
    .selectFrom('notification_receipts as r')
    .innerJoin('users as u', 'u.id', 'r.receiver')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.user_timezone as timezone', 'p.quiet_from', 'p.quiet_to'])
    .distinct()
    .where('r.unmailed_since', 'is not', null)
    .execute()
  await oneByOne(waiting, async ({ quiet_from, quiet_to, ...receiver }) => {
    if (isQuiet({ quiet_from, quiet_to }, timeIn(receiver.timezone, now))) return
    await ports.orm.em.fork().transactional(async (transaction) => {
      const em = transaction as EntityManager
      for (const batch of await takeBatches(em, receiver))
        await ports.enqueue(em, sendMail, composeMail(ports.config, receiver, batch))
    })
  })
}

/** `HH:MM` on the clocks there. */
export function timeIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(now)
}

/** What waits for a person, who has not read it, still sees the item, and wants to be told; what else waited is told by no mail. */
async function takeBatches(em: EntityManager, receiver: Receiver): Promise<Batch[]> {
  const { rows: taken } = await sql<{ id: string; unmailed: Happened[] }>`
    with due as (
      select r.notification_id as id from notification_receipts r join notifications n on n.id = r.notification_id
      where r.receiver = ${receiver.id} and r.unmailed_since is not null order by n.id
      for share of n skip locked for update of r skip locked),
    taken as (
      update notification_receipts r set unmailed_since = null from due
      where r.notification_id = due.id and r.receiver = ${receiver.id} returning due.id, old.unmailed_since as since)
    select t.id, coalesce(jsonb_agg(one.happened order by place) filter (where one.happened is not null), '[]') as unmailed
    from taken t join notifications n on n.id = t.id left join lateral (
      select happened, place from jsonb_array_elements(n.happened) with ordinality as each(happened, place)
      where (happened->>'created_at')::timestamptz >= t.since) one on true
    group by t.id`.execute(query(em))
  const unread = await stillWaiting(
    em,
    receiver,
    taken.map(({ id }) => id),
  )
  const wants = await wishesOf(em, receiver.id, taken)
  const wanted = new Map(taken.map(({ id, unmailed }) => [id, unmailed.filter(wants)]))
  const told = await knownTo(em, receiver, unread, wanted)
  const people = await usersLite(
    em,
    unread.flatMap(({ triggered_by }) => triggered_by ?? []),
  )
  return [...Map.groupBy(unread, ({ item_id }) => item_id).values()].flatMap((rows) => {
    const [first] = rows
    const happened = rows
      .flatMap(({ id, triggered_by }) =>
        (told.get(id) ?? []).map((one) => ({
          name: people.get(triggered_by)?.display_name ?? 'Tandem',
          one,
        })),
      )
      .sort((a, b) => Date.parse(a.one.created_at) - Date.parse(b.one.created_at))
    if (first === undefined || happened.length === 0) return []
    const { item_id: id, identifier, sequence_id, name, slug, workspace } = first
    return { item: { id, key: `${identifier}-${sequence_id}`, name }, slug, workspace, happened }
  })
}

/** Without what names an item or project that they have lost sight of since they were told. */
async function knownTo(
  em: EntityManager,
  user: Receiver,
  unread: { id: string; workspace_id: string }[],
  wanted: ReadonlyMap<string, Happened[]>,
): Promise<Map<string, Happened[]>> {
  const told = new Map<string, Happened[]>()
  for (const [id, rows] of Map.groupBy(unread, ({ workspace_id }) => workspace_id)) {
    const happened = rows.flatMap((row) => wanted.get(row.id) ?? [])
    const mayKnow = await known({ em, user, workspace: { id } }, happened)
    const said = (one: Happened) => {
      const values = saidTo(mayKnow, one)
      return values === null ? [] : { ...one, ...values }
    }
    for (const row of rows) told.set(row.id, (wanted.get(row.id) ?? []).flatMap(said))
  }
  return told
}

function stillWaiting(em: EntityManager, { id }: Receiver, ids: string[]) {
  return query(em)
    .selectFrom('notifications as n')
    .innerJoin('notification_receipts as r', (join) =>
      join.onRef('r.notification_id', '=', 'n.id').on('r.receiver', '=', id),
    )
    .innerJoin('work_items as i', 'i.id', 'n.entity_identifier')
    .innerJoin('workspaces as w', 'w.id', 'n.workspace_id')
    .innerJoin(access, (join) =>
      join.onRef('access.project_id', '=', 'i.project_id').on('access.user_id', '=', id),
    )
    .select(['n.id', 'n.workspace_id', 'n.triggered_by', 'i.id as item_id', 'i.name', 'i.sequence_id'])
    .select(['access.identifier', 'w.slug', 'w.name as workspace'])
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .where('r.read_at', 'is', null)
    .where('r.archived_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .where('access.is_account_active', '=', true)
    .where('access.role', 'is not', null)
    .where(sql<boolean>`(access.sees_all or i.created_by = ${id}::uuid)`)
    .orderBy('n.created_at')
    .execute()
}

async function wishesOf(em: EntityManager, userId: string, taken: { unmailed: Happened[] }[]) {
  const states = taken.flatMap(({ unmailed }) =>
    unmailed.flatMap(({ field, new_identifier }) => (field === 'state' ? (new_identifier ?? []) : [])),
  )
  const completing = await query(em)
    .selectFrom('states')
    .select('id')
    .where(sql<boolean>`id = any(${states}::uuid[])`)
    .where('group', '=', 'completed')
    .execute()
  const done = new Set(completing.map(({ id }) => id))
  const wishes: NotificationPreferences =
    (await query(em)
      .selectFrom('notification_preferences')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()) ?? initialPreferences
  return (one: Happened) => wishes[switchOf(one, (state) => done.has(state))]
}
