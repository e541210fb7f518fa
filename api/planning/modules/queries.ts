import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import {
  type ModuleAnswer,
  type ModuleDetail,
  type ModuleLink,
  moduleAnswer,
  moduleDetail,
  moduleRow,
} from '#common/planning/modules/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { contexts } from '#common/work/listing/contexts.ts'
import type { ListingQuery, WorkItemListing } from '#common/work/listing/schema.ts'
import { idsOfProjects } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { listableInProject } from '../../work/listing/listable.ts'
import { listIn } from '../../work/listing/lists.ts'
import { clockOf } from '../figures/clock.ts'
import { countsOf, figuresOf, partsOf } from '../figures/figures.ts'
import { type Module, ModuleEntity } from './entity.ts'

/** Those that are not archived. */
export async function listModules(ctx: ProjectContext): Promise<ModuleAnswer[]> {
  return answers(ctx.em, await ofProject(ctx).where('archived_at', 'is', null).execute())
}

export async function listArchivedModules(ctx: ProjectContext): Promise<ModuleAnswer[]> {
  return answers(ctx.em, await ofProject(ctx).where('archived_at', 'is not', null).execute())
}

/** Archived ones too: items name the modules that they are in. */
export async function listWorkspaceModules(ctx: WorkspaceContext): Promise<ModuleAnswer[]> {
  return answers(ctx.em, await modules(ctx.em).where('project_id', 'in', idsOfProjects(ctx)).execute())
}

export async function answerOf(ctx: ProjectContext, id: string): Promise<ModuleAnswer> {
  const [answer] = await answers(ctx.em, [await findModule(ctx, id)])
  if (answer === undefined) throw notFound('Module not found')
  return answer
}

export async function getModule(ctx: ProjectContext, id: string): Promise<ModuleDetail> {
  const { em } = ctx
  const answer = await answerOf(ctx, id)
  const { start_date: first, target_date: last } = answer
  const days = first === null || last === null ? null : { first, last }
  const { issues, points } = await figuresOf(em, 'module', id, days, await clockOf(em, ctx.project.id))
  return present(moduleDetail, {
    ...answer,
    sub_issues: await partsOf(em, id),
    distribution: issues,
    estimate_distribution: points,
  })
}

export async function getArchivedModule(ctx: ProjectContext, id: string): Promise<ModuleDetail> {
  const module = await getModule(ctx, id)
  if (module.archived_at === null) throw notFound('Module not found')
  return module
}

export async function listModuleWorkItems(
  ctx: ProjectContext,
  id: string,
  sent: ListingQuery,
): Promise<WorkItemListing> {
  await findModule(ctx, id)
  return listIn(ctx, listableInProject(ctx), contexts.module(ctx.project.id, id), sent)
}

export async function listModuleLinks(ctx: ProjectContext, id: string): Promise<ModuleLink[]> {
  return (await findModule(ctx, id)).link_module
}

/** As the database has it. */
export async function findModule(ctx: ProjectContext, id: string): Promise<Row> {
  const row = await ofProject(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('Module not found')
  return row
}

/** Locked, to be changed. */
export async function loadModule(
  { em, project }: ProjectContext,
  id: string,
  { trashed = false } = {},
): Promise<Module> {
  const module = await em.findOne(
    ModuleEntity,
    { id, project_id: project.id, ...(!trashed && { deleted_at: null }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (module === null) throw notFound('Module not found')
  return module
}

type Row = Awaited<ReturnType<ReturnType<typeof modules>['execute']>>[number]

async function answers(em: EntityManager, rows: Row[]): Promise<ModuleAnswer[]> {
  const ids = rows.map((row) => row.id)
  const counts = await countsOf(em, 'module', ids)
  return rows.map((row) =>
    present(moduleAnswer, {
      ...row,
      ...counts(row.id),
      workspace: row.workspace_id,
      project: row.project_id,
      is_favorite: false,
    }),
  )
}

function ofProject({ em, project }: ProjectContext) {
  return modules(em).where('project_id', '=', project.id)
}

function modules(em: EntityManager) {
  return query(em)
    .selectFrom('modules')
    .select(moduleRow.keyof().options)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}
