import { sql } from 'kysely'
import type { notificationCalls } from '#common/personal/notifications/calls.ts'
import { type NotificationReason, notificationSenderForReason } from '#common/personal/notifications/rules.ts'
import type {
  NotificationData,
  NotificationEvent,
  NotificationResponse,
} from '#common/personal/notifications/schema.ts'
import { notificationResponse } from '#common/personal/notifications/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { accessibleProjects } from '../../access/access.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import {
  type IsReferenceVisible,
  loadReferenceVisibility,
  redactActivity,
} from '../../work/activities/redact.ts'
import { notificationReceiptColumns } from './receipts.ts'

type Calls = typeof notificationCalls
type ListQuery = QueryOf<Calls['listNotifications']>

/** Maximum number of rows in a response without pagination. */
const maxUnpagedRows = 1000

export async function listNotifications(
  ctx: WorkspaceContext,
  sent: ListQuery,
): Promise<ResponseOf<Calls['listNotifications']>> {
  const wanted = matchingNotifications(ctx, sent)
  const page = await readPaginatedRows(
    wanted.selectAll('n').select(notificationReceiptColumns).select(subjectColumns),
    orderOf(sent),
    { cursor: sent.cursor, per_page: sent.per_page ?? maxUnpagedRows },
  )
  const results = await answersOf(ctx, page.rows)
  if (sent.per_page === undefined && sent.cursor === undefined) return results
  const { found } = await wanted
    .select(({ fn }) => fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow()
  return buildPageResponse(page, Number(found), results)
}

/**
 * Returns the order of the list. In the order by creation, a notification whose snooze has ended is sorted by the end
 * of the snooze.
 */
function orderOf({ order_by = '-created_at' }: ListQuery): OrderColumn[] {
  const descending = order_by.startsWith('-')
  const moment = order_by.endsWith('updated_at') ? sql`n.updated_at` : sql`coalesce(r.woke_at, n.created_at)`
  return [
    { value: moment, type: 'timestamptz', descending },
    { value: sql`n.id`, type: 'uuid', descending },
  ]
}

function matchingNotifications(ctx: WorkspaceContext, sent: ListQuery) {
  const { mentioned, include_mentions = false, archived = false, snoozed = false, read } = sent
  const senders = filterNotificationSenders(ctx, sent.type ?? [])
  return selectOwnNotifications(ctx)
    .$if(mentioned !== undefined || !include_mentions, (rows) =>
      rows.where('n.is_mentioned_notification', '=', mentioned ?? false),
    )
    .where('r.archived_at', archived ? 'is not' : 'is', null)
    .where(snoozed ? sql<boolean>`r.snoozed_till > now()` : isNotSnoozedSql)
    .$if(read !== undefined, (rows) => rows.where('r.read_at', read ? 'is not' : 'is', null))
    .$if(!mentioned && senders !== null, (rows) =>
      rows.where(sql<boolean>`r.sender = any(${senders}::text[])`),
    )
}

export const isNotSnoozedSql = sql<boolean>`(r.snoozed_till is null or r.snoozed_till <= now())`

/**
 * Returns the values of `sender` to filter by, or null if `types` is empty, so that all notifications match.
 * Ignores the reason `created` for guests of the workspace.
 */
export function filterNotificationSenders(
  { workspace }: WorkspaceContext,
  types: readonly NotificationReason[],
): string[] | null {
  if (types.length === 0) return null
  return types
    .filter((type) => type !== 'created' || workspace.role !== role.guest)
    .map(notificationSenderForReason)
}

/** Selects the caller's notifications of items, pages and projects that the caller can access now. */
export function selectOwnNotifications({ em, user, workspace }: WorkspaceContext) {
  const accessible = accessibleProjects(em, user.id, workspace)
  const isShared = sql`jsonb_exists(pg.shares, ${user.id})`
  const sharesOrOwnsPage = sql`(pg.owned_by = ${user.id}::uuid or ${isShared})`
  const seesPage = sql<boolean>`case when pg.project_ids = '{}'
    then ${isShared} or (${isMemberOfWorkspace(workspace)} and (pg.access = 0 or pg.owned_by = ${user.id}::uuid))
    else exists (select 1 from ${accessible} as pa
      where pa.project_id = any(pg.project_ids) and (${sharesOrOwnsPage} or (pg.access = 0 and pa.sees_all))) end`
  return query(em)
    .selectFrom('notification_receipts as r')
    .innerJoin('notifications as n', 'n.id', 'r.notification_id')
    .leftJoin('work_items as i', 'i.id', 'n.issue_id')
    .leftJoin('states as s', 's.id', 'i.state_id')
    .leftJoin(accessible.as('a'), 'a.project_id', 'i.project_id')
    .leftJoin('pages as pg', 'pg.id', 'n.page_id')
    .where('r.receiver', '=', user.id)
    .where('r.workspace_id', '=', workspace.id)
    .where('n.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .where('pg.deleted_at', 'is', null)
    .where(
      sql<boolean>`case when n.page_id is not null then ${seesPage}
        when n.issue_id is not null then a.project_id is not null and (a.sees_all or i.created_by = ${user.id}::uuid)
        else exists (select 1 from ${accessible} as na where na.project_id = n.project_id) end`,
    )
}

/** Workspace guests see only those pages without a project that are shared with them individually. */
function isMemberOfWorkspace({ role: workspaceRole }: WorkspaceContext['workspace']): boolean {
  return hasRoleAtLeast(workspaceRole, role.member)
}

/** Columns for the current name of the item or page. */
const subjectColumns = [
  'i.name',
  'i.sequence_id',
  'i.state__group',
  'a.identifier',
  's.name as state_name',
  'pg.name as page_name',
] as const

export async function countNotifications(
  ctx: WorkspaceContext,
): Promise<ResponseOf<Calls['countNotifications']>> {
  const counted = await selectOwnNotifications(ctx)
    .select([
      sql<number>`count(*) filter (where not n.is_mentioned_notification)::int`.as('others'),
      sql<number>`count(*) filter (where n.is_mentioned_notification)::int`.as('mentions'),
    ])
    .where('r.read_at', 'is', null)
    .where('r.archived_at', 'is', null)
    .where(isNotSnoozedSql)
    .executeTakeFirstOrThrow()
  return {
    total_unread_notifications_count: counted.others,
    mention_unread_notifications_count: counted.mentions,
  }
}

export async function getNotification(ctx: WorkspaceContext, id: string): Promise<NotificationResponse> {
  const rows = await selectOwnNotifications(ctx)
    .selectAll('n')
    .select(notificationReceiptColumns)
    .select(subjectColumns)
    .where('n.id', '=', id)
    .execute()
  const [answer] = await answersOf(ctx, rows)
  if (answer === undefined) throw notFound('Notification not found')
  return answer
}

interface Row
  extends Pick<NotificationResponse, 'id' | 'receiver' | 'entity_identifier' | 'triggered_by' | 'data'> {
  workspace_id: string
  project_id: string | null
  /** Name of the work item. `name` and the next four fields are null for a page. */
  name: string | null
  sequence_id: number | null
  identifier: string | null
  state_name: string | null
  state__group: string | null
  page_name: string | null
}

/** Adds the current name of the subject, and removes data about other items that the caller cannot see. */
async function answersOf(ctx: WorkspaceContext, rows: readonly Row[]): Promise<NotificationResponse[]> {
  const people = await loadUsersLite(
    ctx.em,
    rows.flatMap(({ triggered_by }) => triggered_by ?? []),
  )
  const mayKnow = await loadReferenceVisibility(
    ctx,
    rows.flatMap(({ data }) => data.issue_activities),
  )
  return rows.map((row) => {
    const isWaiting = row.state__group === 'triage'
    return presentRow(notificationResponse, {
      ...row,
      data: {
        ...row.data,
        ...subjectIn(row),
        issue_activity: redactFor(mayKnow, row.data.issue_activity),
        issue_activities: row.data.issue_activities.map((one) => redactFor(mayKnow, one)),
      },
      workspace: row.workspace_id,
      project: row.project_id,
      triggered_by_details: people.get(row.triggered_by) ?? null,
      is_inbox_issue: isWaiting,
      is_intake_issue: isWaiting,
    })
  })
}

function subjectIn(row: Row): Pick<NotificationData, 'issue' | 'page'> {
  const { issue, page } = row.data
  if (page !== undefined) return { page: { ...page, name: row.page_name ?? page.name } }
  if (issue === undefined) return {}
  return {
    issue: {
      ...issue,
      name: row.name ?? issue.name,
      identifier: row.identifier ?? issue.identifier,
      sequence_id: row.sequence_id ?? issue.sequence_id,
      state_name: row.state_name ?? issue.state_name,
      state_group: row.state__group ?? issue.state_group,
    },
  }
}

/** If the caller must not see any detail of the event, the response contains only the fact that an event happened. */
function redactFor(mayKnow: IsReferenceVisible, happened: NotificationEvent): NotificationEvent {
  const visible = redactActivity(mayKnow, happened)
  return { ...happened, ...(visible ?? redacted) }
}

const redacted = { old_value: '', new_value: '', old_identifier: null, new_identifier: null }
