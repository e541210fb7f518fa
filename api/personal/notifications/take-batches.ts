import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { emailPreferenceForChange, pushPreferenceName } from '#common/personal/notifications/rules.ts'
import type { NotificationEvent, NotificationPreferences } from '#common/personal/notifications/schema.ts'
import { getUserDocumentAccess } from '../../access/documents.ts'
import { projectAccessSubquery } from '../../access/query.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import { query } from '../../platform/db/orm.ts'
import { loadReferenceVisibility, redactActivity } from '../../work/activities/redact.ts'
import { defaultNotificationPreferences } from './preferences.ts'

/** A work item or page, with its events in order. */
export interface EventsOfNotifiedObject {
  subject: {
    id: string
    kind: 'item' | 'page' | 'project'
    /** The key and the name of an item, or the name of a project or page. The name of a page may be empty. */
    title: string
    /** The subject line of emails about the item or page. */
    line: string
    path: string
  }
  slug: string
  workspace: string
  happened: { name: string; one: NotificationEvent }[]
  /** The user who caused the first event. Is null if the server created the event on a schedule. */
  caused_by: string | null
}

/** Returns the current time in the zone as `HH:MM`. */
export function formatTimeInZone(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(now)
}

/** Delivery channel outside the app. Each channel stores separately which events are pending. */
export type NotificationChannel = 'mail' | 'push'
const pendingSince = { mail: sql.ref('unmailed_since'), push: sql.ref('unpushed_since') }

/**
 * Returns the receiver's events that no message of this channel contains yet, and marks them as delivered for
 * the channel. Omits events that the receiver has read, cannot see or has disabled; the channel does not
 * deliver them later.
 */
export async function takeDueNotificationBatches(
  em: EntityManager,
  receiver: string,
  channel: NotificationChannel,
): Promise<EventsOfNotifiedObject[]> {
  const since = pendingSince[channel]
  const { rows: taken } = await sql<{ id: string; unmailed: NotificationEvent[] }>`
    with due as (
      select r.notification_id as id from notification_receipts r join notifications n on n.id = r.notification_id
      where r.receiver = ${receiver} and r.${since} is not null order by n.id
      for share of n skip locked for update of r skip locked),
    taken as (
      update notification_receipts r set ${since} = null from due
      where r.notification_id = due.id and r.receiver = ${receiver} returning due.id, old.${since} as since)
    select t.id, coalesce(jsonb_agg(one.happened order by place) filter (where one.happened is not null), '[]') as unmailed
    from taken t join notifications n on n.id = t.id left join lateral (
      select happened, place from jsonb_array_elements(n.happened) with ordinality as each(happened, place)
      where (happened->>'created_at')::timestamptz >= t.since) one on true
    group by t.id`.execute(query(em))
  const unread = await pendingOf(
    em,
    receiver,
    taken.map(({ id }) => id),
  )
  const wants = await preferencesOf(em, receiver, taken, channel)
  const wanted = new Map(taken.map(({ id, unmailed }) => [id, unmailed.filter(wants)]))
  const visibleEvents = await redactForReceiver(em, receiver, unread, wanted)
  const people = await loadUsersLite(
    em,
    unread.flatMap(({ triggered_by }) => triggered_by ?? []),
  )
  return [...Map.groupBy(unread, ({ subject }) => subject.id).values()].flatMap((rows) => {
    const [first] = rows
    const happened = rows
      .flatMap(({ id, triggered_by }) =>
        (visibleEvents.get(id) ?? []).map((one) => ({
          name: people.get(triggered_by)?.display_name ?? 'Tandem',
          one,
        })),
      )
      .sort((a, b) => Date.parse(a.one.created_at) - Date.parse(b.one.created_at))
    if (first === undefined || happened.length === 0) return []
    const { slug, workspace } = first
    const lastComment = happened.findLast(({ one }) => one.issue_comment !== null)?.one
    // The link to a page ends with the id of the last comment, so that the page opens this comment. The link to a
    // work item has no such id, because the screen of a work item always shows the comments.
    const subject =
      first.subject.kind === 'page' && lastComment !== undefined
        ? { ...first.subject, path: `${first.subject.path}#comment-${lastComment.id}` }
        : first.subject
    return { subject, slug, workspace, happened, caused_by: first.triggered_by }
  })
}

/** Removes names of items and projects that the receiver can no longer see. */
async function redactForReceiver(
  em: EntityManager,
  user: string,
  unread: { id: string; workspace_id: string }[],
  wanted: ReadonlyMap<string, NotificationEvent[]>,
): Promise<Map<string, NotificationEvent[]>> {
  const visibleEvents = new Map<string, NotificationEvent[]>()
  for (const [id, rows] of Map.groupBy(unread, ({ workspace_id }) => workspace_id)) {
    const happened = rows.flatMap((row) => wanted.get(row.id) ?? [])
    const mayKnow = await loadReferenceVisibility({ em, user: { id: user }, workspace: { id } }, happened)
    const redact = (one: NotificationEvent) => {
      const values = redactActivity(mayKnow, one)
      return values === null ? [] : { ...one, ...values }
    }
    for (const row of rows) visibleEvents.set(row.id, (wanted.get(row.id) ?? []).flatMap(redact))
  }
  return visibleEvents
}

interface PendingNotification {
  id: string
  workspace_id: string
  triggered_by: string | null
  subject: EventsOfNotifiedObject['subject']
  slug: string
  workspace: string
}

/** Returns unread notifications of items and pages that the user can access now. */
async function pendingOf(em: EntityManager, id: string, ids: string[]): Promise<PendingNotification[]> {
  return [
    ...(await pendingOfItems(em, id, ids)),
    ...(await pendingOfPages(em, id, ids)),
    ...(await pendingOfProjects(em, id, ids)),
  ]
}

function unreadOf(em: EntityManager, id: string, ids: string[]) {
  return query(em)
    .selectFrom('notifications as n')
    .innerJoin('notification_receipts as r', (join) =>
      join.onRef('r.notification_id', '=', 'n.id').on('r.receiver', '=', id),
    )
    .innerJoin('workspaces as w', 'w.id', 'n.workspace_id')
    .select(['n.id', 'n.workspace_id', 'n.triggered_by', 'w.slug', 'w.name as workspace'])
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .where('r.read_at', 'is', null)
    .where('r.archived_at', 'is', null)
    .orderBy('n.created_at')
}

async function pendingOfItems(em: EntityManager, id: string, ids: string[]): Promise<PendingNotification[]> {
  const rows = await unreadOf(em, id, ids)
    .innerJoin('work_items as i', 'i.id', 'n.issue_id')
    .innerJoin(projectAccessSubquery, (join) =>
      join.onRef('access.project_id', '=', 'i.project_id').on('access.user_id', '=', id),
    )
    .select(['i.id as item_id', 'i.name', 'i.sequence_id', 'access.identifier'])
    .where('i.deleted_at', 'is', null)
    .where('access.is_account_active', '=', true)
    .where('access.lacks_second_factor', '=', false)
    .where('access.role', 'is not', null)
    .where(sql<boolean>`(access.sees_all or i.created_by = ${id}::uuid)`)
    .execute()
  return rows.map(({ item_id, name, sequence_id, identifier, ...row }) => {
    const key = `${identifier}-${sequence_id}`
    const path = `/${row.slug}/browse/${key}`
    const subject = {
      id: item_id,
      kind: 'item' as const,
      title: `${key} ${name}`,
      line: `[${key}] ${name}`,
      path,
    }
    return { ...row, subject }
  })
}

async function pendingOfPages(em: EntityManager, id: string, ids: string[]): Promise<PendingNotification[]> {
  const rows = await unreadOf(em, id, ids)
    .innerJoin('pages as p', 'p.id', 'n.page_id')
    .select(['p.id as page_id', 'p.name', 'p.project_ids'])
    .where('p.deleted_at', 'is', null)
    .execute()
  const seen = new Set<string>()
  for (const page of new Set(rows.map(({ page_id }) => page_id)))
    if ((await getUserDocumentAccess(em, id, `page:${page}`)) !== null) seen.add(page)
  return rows
    .filter(({ page_id }) => seen.has(page_id))
    .map(({ page_id, name, project_ids: [project], ...row }) => {
      const title = name
      const place = project === undefined ? '' : `/projects/${project}`
      const path = `/${row.slug}${place}/pages/${page_id}`
      return { ...row, subject: { id: page_id, kind: 'page', title, line: title, path } }
    })
}

async function pendingOfProjects(
  em: EntityManager,
  id: string,
  ids: string[],
): Promise<PendingNotification[]> {
  const rows = await unreadOf(em, id, ids)
    .innerJoin('projects as p', 'p.id', 'n.project_id')
    .innerJoin(projectAccessSubquery, (join) =>
      join.onRef('access.project_id', '=', 'p.id').on('access.user_id', '=', id),
    )
    .select(['p.id as project_id', 'p.name'])
    .where('n.entity_name', '=', 'project')
    .where('p.deleted_at', 'is', null)
    .where('access.is_account_active', '=', true)
    .where('access.lacks_second_factor', '=', false)
    .where('access.role', 'is not', null)
    .execute()
  return rows.map(({ project_id, name, ...row }) => ({
    ...row,
    subject: {
      id: project_id,
      kind: 'project',
      title: name,
      line: name,
      path: `/${row.slug}/projects/${project_id}/issues`,
    },
  }))
}

async function preferencesOf(
  em: EntityManager,
  userId: string,
  taken: { unmailed: NotificationEvent[] }[],
  channel: NotificationChannel,
) {
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
  const preferences: NotificationPreferences =
    (await query(em)
      .selectFrom('notification_preferences')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()) ?? defaultNotificationPreferences
  return (one: NotificationEvent) => {
    const name = emailPreferenceForChange(one, (state) => done.has(state))
    return preferences[channel === 'mail' ? name : pushPreferenceName(name)]
  }
}
