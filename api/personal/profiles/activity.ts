import { type RawBuilder, sql } from 'kysely'
import type { profileCalls } from '#common/personal/profiles/calls.ts'
import { activityExportLimit, activityGraphMonths } from '#common/personal/profiles/rules.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#common/platform/call.ts'
import { addDays } from '#common/platform/clock.ts'
import { toCsv } from '#common/platform/csv.ts'
import { role } from '#common/platform/roles.ts'
import { type Activity, activity } from '#common/work/activities/schema.ts'
import { parseRequestedPage } from '#common/work/listing/read-query.ts'
import { accessibleProjects } from '../../access/access.ts'
import { localizedDisplayName } from '../../identity/users/display-name.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import { listWorkspaces } from '../../organization/workspaces/queries.ts'
import type { UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import {
  buildPageResponse,
  type PaginatedRows,
  readPaginatedSqlRows,
  splitPageAndCursors,
} from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { loadReferenceVisibility, redactActivity } from '../../work/activities/redact.ts'
import { assertIsOrWasMember } from './figures.ts'

type Calls = typeof profileCalls
type Page = ResponseOf<Calls['listUserActivity']>

/** Maximum number of activities that are counted. */
const maxCounted = 10_000

export async function listUserActivity(
  ctx: WorkspaceContext,
  userId: string,
  sent: QueryOf<Calls['listUserActivity']>,
): Promise<Page> {
  await assertIsOrWasMember(ctx, userId)
  const inProjects =
    sent.project === undefined
      ? sql<boolean>`true`
      : sql<boolean>`i.project_id = any(${sent.project}::uuid[])`
  return pageOf([ctx], userId, inProjects, sent)
}

export async function listMyActivities(
  ctx: UserContext,
  sent: QueryOf<Calls['listMyActivities']>,
): Promise<Page> {
  const all = await listWorkspaces(ctx)
  const contexts = all.map((workspace) => ({ ...ctx, workspace }))
  return pageOf(contexts, ctx.user.id, sql<boolean>`true`, sent)
}

/** Counts the caller's activities for each day in the caller's time zone, oldest first. */
export async function getActivityGraph(
  ctx: WorkspaceContext,
): Promise<ResponseOf<Calls['getActivityGraph']>> {
  const { timezone } = ctx.user
  const since = sql<boolean>`act.created_at >= now() - make_interval(months => ${activityGraphMonths})`
  const { rows } = await sql<ResponseOf<Calls['getActivityGraph']>[number]>`
    select (act.created_at at time zone ${timezone})::date::text as created_date, count(*)::int as activity_count
    ${visibleRecords([ctx], ctx.user.id, since)} group by 1 order by 1`.execute(query(ctx.em))
  return rows
}

/** Exports the activities of one day in the caller's time zone, one line for each activity. */
export async function exportUserActivity(
  ctx: WorkspaceContext,
  userId: string,
  { date = '' }: BodyOf<Calls['exportUserActivity']>,
): Promise<Response> {
  await assertIsOrWasMember(ctx, userId)
  const clock = createUserClock(ctx.user)
  const onDay = sql<boolean>`(act.created_at >= ${clock.startOf(date)}::timestamptz and act.created_at < ${clock.startOf(addDays(date, 1))}::timestamptz)`
  const { rows } = await read([ctx], userId, onDay, { per_page: activityExportLimit })
  const lines = await described([ctx], rows)
  addAuditEntry(ctx.em, {
    action: 'export.activity',
    workspace_id: ctx.workspace.id,
    target: { kind: 'user', id: userId },
    facts: { date },
  })
  const shown = (name: string | null | undefined) => localizedDisplayName(ctx.user.language, name ?? '')
  const text = toCsv([
    ['created_at', 'actor', 'project', 'work_item', 'title', 'verb', 'field', 'old_value', 'new_value'],
    ...lines.map((one) => [
      ...[one.created_at, shown(one.actor_detail?.display_name), one.project_detail.name],
      ...[`${one.project_detail.identifier}-${one.issue_detail.sequence_id}`, one.issue_detail.name],
      ...[one.verb, one.field ?? ''],
      ...[one.old_value, one.new_value].map((value) =>
        one.field === 'assignees' ? shown(value) : (value ?? ''),
      ),
    ]),
  ])
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="activity-${date}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

interface Row {
  id: string
  workspace_id: string
  issue_id: string
  actor_id: string
  verb: string
  field: string | null
  old_value: string | null
  new_value: string | null
  old_identifier: string | null
  new_identifier: string | null
  created_at: Date
  name: string
  sequence_id: number
  is_epic: boolean
  project_id: string
  project_name: string
  identifier: string
}

async function pageOf(
  contexts: WorkspaceContext[],
  userId: string,
  where: RawBuilder<boolean>,
  sent: QueryOf<Calls['listMyActivities']>,
): Promise<Page> {
  const page = await read(contexts, userId, where, sent)
  if (contexts.length === 0) return buildPageResponse(page, 0, [])
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${visibleRecords(contexts, userId, where)} limit ${maxCounted}) t`.execute(
    query(contexts[0]?.em as WorkspaceContext['em']),
  )
  return buildPageResponse(page, counted[0]?.count ?? 0, await described(contexts, page.rows))
}

async function read(
  contexts: WorkspaceContext[],
  userId: string,
  where: RawBuilder<boolean>,
  sent: Parameters<typeof parseRequestedPage>[0],
): Promise<PaginatedRows<Row>> {
  const [first] = contexts
  if (first === undefined)
    return splitPageAndCursors({ columns: newestFirst, page: parseRequestedPage(sent) }, [])
  const select = sql`act.*, i.name, i.sequence_id, i.project_id, i.is_epic, p.name as project_name, p.identifier`
  return readPaginatedSqlRows(
    first.em,
    { select, from: visibleRecords(contexts, userId, where) },
    newestFirst,
    sent,
  )
}

const newestFirst: OrderColumn[] = [
  { value: sql`act.created_at`, type: 'timestamptz', descending: true },
  { value: sql`act.id`, type: 'uuid', descending: true },
]

/**
 * Selects the activities of a user that the caller can see: on visible items, and worklogs where the caller may read
 * them.
 */
function visibleRecords(contexts: WorkspaceContext[], userId: string, where: RawBuilder<boolean>) {
  const reached = contexts.map(({ em, user, workspace }) =>
    accessibleProjects(em, user.id, { id: workspace.id }),
  )
  const me = contexts[0]?.user.id
  return sql`
    from work_item_activities act
    join work_items i on i.id = act.issue_id and i.deleted_at is null
    join projects p on p.id = i.project_id
    join (${sql.join(reached, sql` union all `)}) a on a.project_id = i.project_id
    where act.actor_id = ${userId} and act.workspace_id = any(${contexts.map(({ workspace }) => workspace.id)}::uuid[])
      and (a.sees_all or i.created_by = ${me})
      and (act.field is null or (act.field <> 'reaction' and
        (act.field <> 'worklog' or (a.is_time_tracking_enabled and a.role >= ${role.member}))))
      and ${where}`
}

async function described(contexts: WorkspaceContext[], rows: Row[]): Promise<Activity[]> {
  const [first] = contexts
  if (first === undefined || rows.length === 0) return []
  const actors = await loadUsersLite(
    first.em,
    rows.map(({ actor_id }) => actor_id),
  )
  const texts: (Activity | null)[] = rows.map(() => null)
  for (const ctx of contexts) {
    const own = rows.filter((row) => row.workspace_id === ctx.workspace.id)
    if (own.length === 0) continue
    const mayKnow = await loadReferenceVisibility(ctx, own)
    for (const row of own) {
      const visible = redactActivity(mayKnow, row)
      if (visible !== null)
        texts[rows.indexOf(row)] = asAnswered(ctx, row, visible, actors.get(row.actor_id) ?? null)
    }
  }
  return texts.filter((one) => one !== null)
}

function asAnswered(
  { workspace }: WorkspaceContext,
  row: Row,
  visible: object,
  actor_detail: unknown,
): Activity {
  const { issue_id, actor_id, name, sequence_id, project_id, project_name, identifier, field, created_at } =
    row
  return presentRow(activity, {
    ...row,
    ...visible,
    activity_type: row.is_epic ? 'epic-property' : 'issue-property',
    issue: issue_id,
    project: project_id,
    workspace: workspace.id,
    actor: actor_id,
    actor_detail,
    comment: field === null ? 'created the issue' : '',
    epoch: created_at.getTime() / 1000,
    issue_detail: { id: issue_id, name, sequence_id },
    project_detail: { id: project_id, name: project_name, identifier },
    workspace_detail: {
      id: workspace.id,
      name: Reflect.get(workspace, 'name') ?? workspace.slug,
      slug: workspace.slug,
    },
  })
}
