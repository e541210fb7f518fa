import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { findNotificationReason, type NotificationReason } from '#common/personal/notifications/rules.ts'
import type { NotificationEvent } from '#common/personal/notifications/schema.ts'
import { role } from '#common/platform/roles.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { projectAccessSubquery } from '../../access/query.ts'
import type { Page } from '../../pages/pages/entity.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { fieldsThatReferToItems, redactActivity } from '../../work/activities/redact.ts'
import type { ItemEvent } from './item-events.ts'

type Item = Awaited<ReturnType<typeof selectItemsForAccessCheck>>[number]

/** The work item, page or project of a notification. */
export type NotificationSubject =
  | ({ entity_name: 'issue' } & Item)
  | ({ entity_name: 'page' } & NotifiedPage)
  | { entity_name: 'project'; id: string; name: string }

/** The columns of a page that a notification needs. */
export type NotifiedPage = Pick<Page, 'id' | 'name' | 'project_ids' | 'access' | 'owned_by' | 'shares'>

/** An event and all receivers who get the same text for it. */
export interface EventReceivers {
  /** Reason of the notification, by user id of the receiver. */
  receivers: Map<string, NotificationReason | 'mentioned'>
  subject: NotificationSubject
  actor_id: string | null
  created_at: Date
  happened: NotificationEvent
  html: string
}

/**
 * Returns the receivers of events. Subscribers receive the event, except the actor, and users who are
 * mentioned for the first time receive the mention instead. All receivers must be able to see the item now.
 * Names of other items and projects are shown only to users who can see these items and projects.
 */
export async function findItemEventReceivers(
  em: EntityManager,
  workspaceId: string,
  happened: ItemEvent[],
): Promise<EventReceivers[]> {
  const items = new Map(
    (await selectItemsForAccessCheck(em, itemIdsIn(happened))).map((item) => [item.id, item]),
  )
  const asOf = await peopleAsOf(em, workspaceId, happened)
  const visibleEvents = happened.flatMap((one) => {
    const item = items.get(one.issue_id)
    return item === undefined || item.is_draft ? [] : { one, item: asOf(item, one.version) }
  })
  const adminsOf = await loadAdmins(
    em,
    visibleEvents.flatMap(({ one, item }) => (one.isForAdmins ? item.project_id : [])),
  )
  const followersOf = (one: ItemEvent, item: Item) =>
    one.isForAdmins ? adminsOf(item.project_id) : item.subscriber_ids
  const people = visibleEvents.flatMap(({ one, item }) => [...followersOf(one, item), ...one.mentioned])
  const canKnow = await loadVisibility(em, workspaceId, people, items, happened)
  return visibleEvents.flatMap(({ one, item }) =>
    receiversOfEvent(one, item, followersOf(one, item), canKnow),
  )
}

function receiversOfEvent(
  one: ItemEvent,
  item: Item,
  followers: readonly string[],
  { sees, mayKnow }: Visibility,
): EventReceivers[] {
  const { actor_id, created_at, happened, mention, mentioned, html } = one
  const base = { subject: { entity_name: 'issue' as const, ...item }, actor_id, created_at, html }
  const isReceiver = (person: string) => person !== actor_id && sees(person, item)
  const results: EventReceivers[] = []
  const named = mention === null ? [] : mentioned.filter(isReceiver)
  if (mention !== null && named.length > 0) {
    const receivers = new Map(named.map((person) => [person, 'mentioned' as const]))
    results.push({ ...base, receivers, happened: mention })
  }
  if (happened === null || isSilentInTriage(item, happened)) return results
  const inWords = new Map<string, EventReceivers>()
  for (const receiver of followers.filter(isReceiver)) {
    const reason = mentioned.includes(receiver) ? null : reasonOf(one, receiver, item)
    const redactedValues = reason && redactActivity((field, id) => mayKnow(receiver, field, id), happened)
    if (!reason || !redactedValues) continue
    const words = JSON.stringify(redactedValues)
    const same = inWords.get(words)
    if (same === undefined)
      inWords.set(words, {
        ...base,
        receivers: new Map([[receiver, reason]]),
        happened: { ...happened, ...redactedValues },
      })
    else same.receivers.set(receiver, reason)
  }
  return [...results, ...inWords.values()]
}

function reasonOf({ isForAdmins }: ItemEvent, receiver: string, item: Item): NotificationReason | null {
  return findNotificationReason(receiver, item) ?? (isForAdmins ? 'subscribed' : null)
}

/** Returns a function that returns the ids of the members who are admins of a project. */
async function loadAdmins(
  em: EntityManager,
  projects: readonly string[],
): Promise<(projectId: string) => string[]> {
  if (projects.length === 0) return () => []
  const admins = await query(em)
    .selectFrom(projectAccessSubquery)
    .select(['user_id', 'project_id'])
    .where(sql<boolean>`project_id = any(${projects}::uuid[])`)
    .where('is_account_active', '=', true)
    .where('role', '=', role.admin)
    .where('member_role', 'is not', null)
    .execute()
  return (projectId) =>
    admins.filter(({ project_id }) => project_id === projectId).map(({ user_id }) => user_id)
}

/**
 * Returns true if the event causes no notification because the item waits in intake. Only a submission by a
 * visitor, the decision about the item (except snoozing it) and comments cause notifications then.
 */
function isSilentInTriage(item: Item, { field, new_value }: NotificationEvent): boolean {
  if (field === 'snoozed_till') return true
  if (field === 'intake') return !['submitted', 'accepted', 'declined'].includes(new_value ?? '')
  return isIntakeItemInTriage(item) && field !== 'comment' && field !== 'duplicate_to'
}

function itemIdsIn(happened: ItemEvent[]): string[] {
  return happened.flatMap(({ issue_id, happened: one }) =>
    one !== null && fieldsThatReferToItems.has(one.field)
      ? [issue_id, one.old_identifier ?? [], one.new_identifier ?? []].flat()
      : issue_id,
  )
}

interface FormerPeople {
  id: string
  version: string
  subscriber_ids: string[] | null
  assignee_ids: string[] | null
}

/**
 * Returns subscribers and assignees as they were at each change, because users who were added later must not be
 * notified. The feed contains the earlier values.
 */
async function peopleAsOf(em: EntityManager, workspaceId: string, happened: ItemEvent[]) {
  const issues = [...new Set(happened.map(({ issue_id }) => issue_id))]
  const { rows } = await sql<FormerPeople>`
    select entity_id as id, version, old_fields->'subscriber_ids' as subscriber_ids, old_fields->'assignee_ids' as assignee_ids
    from changes
    where workspace_id = ${workspaceId} and version > ${Math.min(...happened.map(({ version }) => version))}
      and entity = 'work_items' and entity_id = any(${issues}::uuid[]) and old_fields ?| array['subscriber_ids', 'assignee_ids']
    order by version`.execute(query(em))
  const later = Map.groupBy(rows, ({ id }) => id)
  return (item: Item, version: number): Item => {
    const since = later.get(item.id)?.filter((change) => Number(change.version) > version) ?? []
    if (since.length === 0) return item
    const before = (name: 'subscriber_ids' | 'assignee_ids') =>
      since.find((change) => change[name] !== null)?.[name] ?? item[name]
    return { ...item, subscriber_ids: before('subscriber_ids'), assignee_ids: before('assignee_ids') }
  }
}

/** Selects items with the columns that decide who can see them. */
export function selectItemsForAccessCheck(em: EntityManager, ids: string[]) {
  return query(em)
    .selectFrom('work_items as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .innerJoin('states as s', 's.id', 'i.state_id')
    .select([
      'i.id',
      'i.project_id',
      'i.name',
      'i.sequence_id',
      'i.created_by',
      'i.is_draft',
      'i.state__group',
    ])
    .select(['i.assignee_ids', 'i.subscriber_ids', 'p.identifier', 's.name as state_name'])
    .where(sql<boolean>`i.id = any(${[...new Set(ids)]}::uuid[])`)
    .where('i.deleted_at', 'is', null)
    .execute()
}

interface Visibility {
  sees: (person: string, item: Pick<Item, 'project_id' | 'created_by'>) => boolean
  mayKnow: (person: string, field: string | null, id: string | null) => boolean
}

/** Loads which of these items, and which other items and projects that the events name, the users can see. */
async function loadVisibility(
  em: EntityManager,
  workspaceId: string,
  people: string[],
  items: ReadonlyMap<string, Item>,
  happened: ItemEvent[],
): Promise<Visibility> {
  const moved = happened.flatMap(({ happened: one }) =>
    one?.field === 'project' ? [one.old_identifier ?? [], one.new_identifier ?? []].flat() : [],
  )
  const projects = [...new Set([...[...items.values()].map(({ project_id }) => project_id), ...moved])]
  const rows = await query(em)
    .selectFrom(projectAccessSubquery)
    .modifyFront(preparedStatementMarker)
    .select(['user_id', 'project_id', 'sees_all'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`project_id = any(${projects}::uuid[])`)
    .where(sql<boolean>`user_id = any(${[...new Set(people)]}::uuid[])`)
    .where('is_account_active', '=', true)
    .where('role', 'is not', null)
    .execute()
  const seesAll = new Map(rows.map((row) => [`${row.user_id} ${row.project_id}`, row.sees_all]))
  const sees: Visibility['sees'] = (person, { project_id, created_by }) => {
    const all = seesAll.get(`${person} ${project_id}`)
    return all !== undefined && (all || created_by === person)
  }
  return {
    sees,
    mayKnow(person, field, id) {
      if (id === null) return true
      if (field === 'project') return seesAll.has(`${person} ${id}`)
      if (!fieldsThatReferToItems.has(field)) return true
      const item = items.get(id)
      return item !== undefined && sees(person, item)
    },
  }
}
