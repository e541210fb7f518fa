import { type RawBuilder, sql } from 'kysely'
import type { intakeCalls } from '#common/planning/intake/calls.ts'
import { type IntakeStatus, intakeStatus } from '#common/planning/intake/rules.ts'
import {
  type IntakeDetail,
  type IntakeResponse,
  type IntakeRow,
  intakeDetail,
  intakeResponse,
  intakeRow,
} from '#common/planning/intake/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { parseListingFilters } from '#common/work/listing/read-query.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedSqlRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { getWorkItem } from '../../work/detail/queries.ts'
import { conditionToSql } from '../../work/listing/condition.ts'
import { projectItemAccessScope } from '../../work/listing/listable.ts'
import { loadItemRowsById } from '../../work/listing/rows.ts'
import { getVersion, listVersions } from '../../work/versions/queries.ts'
import { loadVisibleItems } from '../../work/work-items/visible-items.ts'

type Calls = typeof intakeCalls

export async function listIntakeItems(
  ctx: ProjectContext,
  sent: QueryOf<Calls['listInboxIssues']>,
): Promise<ResponseOf<Calls['listInboxIssues']>> {
  assertIntakeEnabled(ctx)
  const statuses = sent.status.split(',').map((text) => Number(text) as IntakeStatus)
  const conditions = [
    sql<boolean>`intake_issues.project_id = ${ctx.project.id} and work_items.project_id = ${ctx.project.id} and work_items.deleted_at is null`,
    sql<boolean>`(${sql.join([...new Set(statuses)].map(hasStatus), sql` or `)})`,
    conditionToSql(projectItemAccessScope(ctx).access),
    conditionToSql(parseListingFilters(sent, createUserClock(ctx.user, sent.today))),
  ]
  const among = sql`from intake_issues join work_items on work_items.id = intake_issues.id where ${sql.join(conditions, sql` and `)}`
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${among}`.execute(
    query(ctx.em),
  )
  const page = await readPaginatedSqlRows<IntakeRow>(
    ctx.em,
    { select: columns, from: among },
    orderOf(sent.order_by),
    sent,
  )
  return buildPageResponse(page, counted[0]?.total ?? 0, await answersOf(ctx, page.rows))
}

/**
 * SQL condition for intake items with this status. A snoozed item counts as pending when its snooze has
 * ended, even before the `wake-snoozed` job updates the row.
 */
function hasStatus(status: IntakeStatus): RawBuilder<boolean> {
  const isPlain = sql<boolean>`intake_issues.status = ${status}`
  if (status === intakeStatus.pending)
    return sql<boolean>`(${isPlain} or intake_issues.status = 0 and intake_issues.snoozed_till <= now())`
  return status === intakeStatus.snoozed
    ? sql<boolean>`(${isPlain} and intake_issues.snoozed_till > now())`
    : isPlain
}

function orderOf(by: QueryOf<Calls['listInboxIssues']>['order_by']): OrderColumn[] {
  const column = by.replace(/^-?issue__/, '')
  const descending = by.startsWith('-')
  return [
    {
      value: sql.ref(`work_items.${column}`),
      type: column === 'sequence_id' ? 'int4' : 'timestamptz',
      descending,
    },
    { value: sql`work_items.id`, type: 'uuid', descending },
  ]
}

export async function getIntakeItem(ctx: ProjectContext, id: string): Promise<IntakeDetail> {
  const row = await findIntakeItem(ctx, id)
  const issue = await getWorkItem(ctx, id, {})
  return presentRow(intakeDetail, { ...row, issue, ...(await relatedRows(ctx, [row]))(row) })
}

export async function listIntakeVersions(
  ctx: ProjectContext,
  id: string,
  sent: QueryOf<Calls['listIntakeVersions']>,
): Promise<ResponseOf<Calls['listIntakeVersions']>> {
  await findIntakeItem(ctx, id)
  return listVersions(ctx, id, sent)
}

export async function getIntakeVersion(
  ctx: ProjectContext,
  id: string,
  versionId: string,
  sent: QueryOf<Calls['getIntakeVersion']>,
): Promise<ResponseOf<Calls['getIntakeVersion']>> {
  await findIntakeItem(ctx, id)
  return getVersion(ctx, id, versionId, sent)
}

/** Finds an intake item that the caller may see. */
export async function findIntakeItem(ctx: ProjectContext, id: string) {
  assertIntakeEnabled(ctx)
  const { rows } = await sql<IntakeRow>`
    select ${columns} from intake_issues join work_items on work_items.id = intake_issues.id
    where intake_issues.id = ${id} and work_items.project_id = ${ctx.project.id} and work_items.deleted_at is null
      and ${conditionToSql(projectItemAccessScope(ctx).access)}`.execute(query(ctx.em))
  const [row] = rows
  if (row === undefined) throw notFound('Intake not found')
  return row
}

export async function loadIntakeItem(ctx: ProjectContext, id: string): Promise<IntakeResponse> {
  const [answer] = await answersOf(ctx, [await findIntakeItem(ctx, id)])
  if (answer === undefined) throw notFound('Intake not found')
  return answer
}

async function answersOf(ctx: ProjectContext, rows: IntakeRow[]): Promise<IntakeResponse[]> {
  const items = await loadItemRowsById(
    ctx.em,
    rows.map(({ id }) => id),
  )
  const relatedOf = await relatedRows(ctx, rows)
  return rows.map((row) =>
    presentRow(intakeResponse, { ...row, issue: items.get(row.id), ...relatedOf(row) }),
  )
}

/**
 * Loads the creators of the intake items, and the originals of those that are duplicates. Originals that the
 * caller cannot see are omitted.
 */
async function relatedRows(ctx: ProjectContext, rows: readonly IntakeRow[]) {
  const ids = rows.flatMap(({ duplicate_to }) => duplicate_to ?? [])
  const seen: Pick<WorkItemRow, 'id'>[] = ids.length === 0 ? [] : await loadVisibleItems(ctx, ids)
  const people = await loadUsersLite(
    ctx.em,
    rows.flatMap(({ created_by }) => created_by ?? []),
  )
  return ({ duplicate_to, created_by }: IntakeRow) => {
    const found = seen.find(({ id }) => id === duplicate_to)
    return {
      duplicate_issue_detail: found === undefined ? null : originalOf(found),
      created_by_detail: people.get(created_by) ?? null,
    }
  }
}

function originalOf(item: object) {
  return presentRow(intakeResponse.shape.duplicate_issue_detail.unwrap(), item)
}

/**
 * Throws `not_found` if intake is turned off for the project. Reads call this function too, so that they fail
 * in the same way as writes.
 */
function assertIntakeEnabled({ project }: ProjectContext): void {
  if (!project.inbox_view) throw notFound('Intake not found')
}

const columns = sql.join(intakeRow.keyof().options.map((name) => sql.ref(`intake_issues.${name}`)))
