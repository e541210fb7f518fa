import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import type { ListingQuery, WorkItemListResponse } from '#common/work/listing/schema.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import {
  addFavoriteFlag,
  addFavoriteFlags,
  sortFavoritesFirst,
} from '../../organization/favorites/queries.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { projectItemAccessScope } from '../../work/listing/listable.ts'
import { listItemsInContext } from '../../work/listing/lists.ts'
import { loadPlanCounts } from '../figures/figures.ts'
import type { PlanAnswer, PlanEntity, PlanRow, PlanType } from './plan-type.ts'

/** Lists the cycles or modules of a project: either the archived ones or all others. */
export async function listPlans<Row extends PlanRow, Answer extends PlanAnswer>(
  ctx: ProjectContext,
  type: PlanType<Row, PlanEntity, Answer>,
  { archived = false, only = () => true }: { archived?: boolean; only?: (row: Row) => boolean } = {},
): Promise<Answer[]> {
  const rows = await inProject(ctx, type)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .execute()
  return sortFavoritesFirst(ctx, type.kind, await presentPlans(ctx.em, type, rows.filter(only)))
}

/**
 * Lists the cycles or modules of all projects. Archived cycles and modules are included, because items show
 * their names.
 */
export async function listWorkspacePlans<Row extends PlanRow, Answer extends PlanAnswer>(
  ctx: WorkspaceContext,
  type: PlanType<Row, PlanEntity, Answer>,
): Promise<Answer[]> {
  const rows = await plans(ctx.em, type).where('project_id', 'in', selectAccessibleProjectIds(ctx)).execute()
  return addFavoriteFlags(ctx, type.kind, await presentPlans(ctx.em, type, rows))
}

export async function getPlan<Row extends PlanRow, Answer extends PlanAnswer>(
  ctx: ProjectContext,
  type: PlanType<Row, PlanEntity, Answer>,
  id: string,
): Promise<Answer> {
  const [answer] = await presentPlans(ctx.em, type, [await findPlan(ctx, type, id)])
  if (answer === undefined) throw notFound(type.messages.notFound)
  return addFavoriteFlag(ctx, type.kind, answer)
}

/** Throws `not_found` if the cycle or module is not archived. */
export function requireArchivedPlan<Answer extends { archived_at: string | null }>(
  { messages }: Pick<PlanType, 'messages'>,
  plan: Answer,
): Answer {
  if (plan.archived_at === null) throw notFound(messages.notFound)
  return plan
}

export async function listPlanWorkItems<Row extends PlanRow>(
  ctx: ProjectContext,
  type: PlanType<Row, PlanEntity, unknown>,
  id: string,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  await findPlan(ctx, type, id)
  return listItemsInContext(
    ctx,
    projectItemAccessScope(ctx),
    listingContexts[type.kind](ctx.project.id, id),
    sent,
  )
}

/** Reads a cycle or module without locking it. */
export async function findPlan<Row extends PlanRow>(
  ctx: ProjectContext,
  type: PlanType<Row, PlanEntity, unknown>,
  id: string,
): Promise<Row> {
  const [row] = await inProject(ctx, type).where('id', '=', id).execute()
  if (row === undefined) throw notFound(type.messages.notFound)
  return row
}

/** Loads and locks a cycle or module for a change. */
export async function loadPlan<Plan extends PlanEntity>(
  { em, project }: ProjectContext,
  type: PlanType<PlanRow, Plan, unknown>,
  id: string,
  { trashed = false } = {},
): Promise<Plan> {
  const plan = await type.lock(em, { id, project_id: project.id, ...(!trashed && { deleted_at: null }) })
  if (plan === null) throw notFound(type.messages.notFound)
  return plan
}

/**
 * Adds the figures to each row. `is_favorite` is always false in the result, and callers set it afterwards.
 */
export async function presentPlans<Row extends PlanRow, Answer>(
  em: EntityManager,
  type: PlanType<Row, PlanEntity, Answer>,
  rows: Row[],
): Promise<Answer[]> {
  const open = rows.flatMap((row) => (type.frozenCounts(row) === null ? [row.id] : []))
  const counts = await loadPlanCounts(em, type.kind, open)
  return rows.map((row) =>
    type.answer(row, {
      ...(type.frozenCounts(row) ?? counts(row.id)),
      workspace: row.workspace_id,
      project: row.project_id,
      is_favorite: false,
    }),
  )
}

function inProject<Row extends PlanRow>(
  { em, project }: ProjectContext,
  type: PlanType<Row, PlanEntity, unknown>,
) {
  return plans(em, type).where('project_id', '=', project.id)
}

/** TypeScript does not know which columns `columns` contains, so a cast gives the rows their type. */
function plans<Row extends PlanRow>(
  em: EntityManager,
  { table, columns }: PlanType<Row, PlanEntity, unknown>,
) {
  return query(em)
    .selectFrom(table)
    .modifyFront(preparedStatementMarker)
    .select(columns.map((name) => sql.ref(name).as(name)))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<Row>()
}
