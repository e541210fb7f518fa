import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { workspaceCycleCalls } from '#common/planning/cycles/calls.ts'
import { type CycleAnswer, cycleAnswer, cycleRow } from '#common/planning/cycles/schema.ts'
import type { AnswerOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { contexts } from '#common/work/listing/contexts.ts'
import type { ListingQuery, WorkItemListing } from '#common/work/listing/schema.ts'
import { idsOfProjects } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { keptPlan } from '../../platform/db/kept-plans.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { pageOfRows, readRows } from '../../platform/db/page.ts'
import { present } from '../../platform/db/present.ts'
import { listableInProject } from '../../work/listing/listable.ts'
import { listIn } from '../../work/listing/lists.ts'
import { countsOf } from '../figures/figures.ts'
import { statusOf } from './dates.ts'
import { type Cycle, CycleEntity } from './entity.ts'

/** Those that are not archived; `current` alone are those that run now. */
export async function listCycles(
  ctx: ProjectContext,
  { cycle_view }: { cycle_view: 'current' | 'all' },
): Promise<CycleAnswer[]> {
  const rows = await ofProject(ctx).where('archived_at', 'is', null).execute()
  return answers(ctx.em, cycle_view === 'all' ? rows : rows.filter((row) => statusOf(row) === 'CURRENT'))
}

export async function listArchivedCycles(ctx: ProjectContext): Promise<CycleAnswer[]> {
  return answers(ctx.em, await ofProject(ctx).where('archived_at', 'is not', null).execute())
}

/** Archived ones too: items name the cycle that they are in. */
export async function listWorkspaceCycles(ctx: WorkspaceContext): Promise<CycleAnswer[]> {
  return answers(ctx.em, await cycles(ctx.em).where('project_id', 'in', idsOfProjects(ctx)).execute())
}

/** Those that run now. A project without cycles shows none. */
export async function listActiveCycles(
  ctx: WorkspaceContext,
  sent: Pick<ListingQuery, 'per_page' | 'cursor'>,
): Promise<AnswerOf<typeof workspaceCycleCalls.listActiveCycles>> {
  const running = query(ctx.em)
    .selectFrom('cycles')
    .innerJoin('projects', 'projects.id', 'cycles.project_id')
    .where('cycles.project_id', 'in', idsOfProjects(ctx))
    .where('projects.cycle_view', '=', true)
    .where('projects.archived_at', 'is', null)
    .where('cycles.deleted_at', 'is', null)
    .where('cycles.archived_at', 'is', null)
    .where('cycles.start_date', '<=', sql<Date>`now()`)
    .where('cycles.end_date', '>=', sql<Date>`now()`)
  const { found } = await running
    .select((of) => of.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow()
  const columns = cycleRow.keyof().options.map((name) => `cycles.${name}` as const)
  const page = await readRows(running.select(columns), firstToEnd, sent)
  return pageOfRows(page, Number(found), await answers(ctx.em, page.rows))
}

const firstToEnd: OrderColumn[] = [
  { value: sql`cycles.end_date`, type: 'timestamptz' },
  { value: sql`cycles.id`, type: 'uuid' },
]

export async function getCycle(ctx: ProjectContext, id: string): Promise<CycleAnswer> {
  const [answer] = await answers(ctx.em, await ofProject(ctx).where('id', '=', id).execute())
  if (answer === undefined) throw notFound('Cycle not found')
  return answer
}

export async function getArchivedCycle(ctx: ProjectContext, id: string): Promise<CycleAnswer> {
  const cycle = await getCycle(ctx, id)
  if (cycle.archived_at === null) throw notFound('Cycle not found')
  return cycle
}

export async function listCycleWorkItems(
  ctx: ProjectContext,
  id: string,
  sent: ListingQuery,
): Promise<WorkItemListing> {
  await findCycle(ctx, id)
  return listIn(ctx, listableInProject(ctx), contexts.cycle(ctx.project.id, id), sent)
}

/** As the database has it. */
export async function findCycle(ctx: ProjectContext, id: string) {
  const row = await ofProject(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('Cycle not found')
  return row
}

/** Locked, to be changed. */
export async function loadCycle(
  { em, project }: ProjectContext,
  id: string,
  { trashed = false } = {},
): Promise<Cycle> {
  const cycle = await em.findOne(
    CycleEntity,
    { id, project_id: project.id, ...(!trashed && { deleted_at: null }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (cycle === null) throw notFound('Cycle not found')
  return cycle
}

type Row = Awaited<ReturnType<ReturnType<typeof cycles>['execute']>>[number]

/** With their figures: what is frozen comes from the snapshot, everything else from what is kept of each day. */
async function answers(em: EntityManager, rows: Row[]): Promise<CycleAnswer[]> {
  const running = rows.flatMap((row) => (row.progress_snapshot === null ? [row.id] : []))
  const counts = await countsOf(em, 'cycle', running)
  return rows.map((row) => {
    const { progress_snapshot: frozen, workspace_id: workspace, project_id: project } = row
    return present(cycleAnswer, {
      ...row,
      ...(frozen ?? counts(row.id)),
      workspace,
      project,
      status: statusOf(row),
      is_favorite: false,
      version: 1,
    })
  })
}

function ofProject({ em, project }: ProjectContext) {
  return cycles(em).where('project_id', '=', project.id)
}

function cycles(em: EntityManager) {
  return query(em)
    .selectFrom('cycles')
    .modifyFront(keptPlan)
    .select(cycleRow.keyof().options)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}
