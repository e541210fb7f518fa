import { sql } from 'kysely'
import type { moduleCalls } from '#common/planning/modules/calls.ts'
import {
  canArchiveModule,
  canDeleteModule,
  canKeepModules,
  moduleDaysProblem,
  moduleLengthLimit,
  modulesLimit,
  takesItems,
} from '#common/planning/modules/rules.ts'
import type { ModuleAnswer } from '#common/planning/modules/schema.ts'
import type { AnswerOf, BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { trashBegins, valuesLimit } from '#common/work/work-items/rules.ts'
import { actorOf, allow } from '../../access/actor.ts'
import { assignable } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { inOrderOf, makeRoom } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { lockWhere } from '../../work/work-items/lock-items.ts'
import { takesNoMore } from '../../work/work-items/modules-taking.ts'
import { rewriteItems } from '../../work/work-items/rewrite-items.ts'
import { type Module, ModuleEntity } from './entity.ts'
import { answerOf, findModule, loadModule } from './queries.ts'

type Calls = typeof moduleCalls
type Change = BodyOf<Calls['updateModule']>

export async function createModule(
  ctx: ProjectContext,
  { id = newId(), ...input }: BodyOf<Calls['createModule']>,
): Promise<ModuleAnswer> {
  allow(canKeepModules(actorOf(ctx)))
  const { em, user, workspace, project } = ctx
  await holdNames(ctx)
  const { first } = await roomForOne(ctx)
  await refuseTaken(ctx, null, input.name)
  const fields = { ...fresh, ...(await fitting(ctx, input)) }
  refuseDays(fields)
  em.create(ModuleEntity, {
    ...fields,
    id,
    workspace_id: workspace.id,
    project_id: project.id,
    name: input.name,
    link_module: [],
    sort_order: input.sort_order ?? (first === null ? firstPosition : first - stepBefore),
    archived_at: null,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  return answerOf(ctx, id)
}

/** What a new one is besides its name. */
const fresh: Pick<
  Module,
  'description' | 'status' | 'start_date' | 'target_date' | 'lead_id' | 'member_ids' | 'logo_props'
> = {
  description: '',
  status: 'planned',
  start_date: null,
  target_date: null,
  lead_id: null,
  member_ids: [],
  logo_props: {},
}

export async function updateModule(ctx: ProjectContext, id: string, input: Change): Promise<ModuleAnswer> {
  allow(canKeepModules(actorOf(ctx)))
  if (input.name !== undefined || input.sort_order !== undefined) await holdNames(ctx)
  const module = await loadChangeable(ctx, id)
  if (input.name !== undefined) await refuseTaken(ctx, id, input.name)
  const fields = await fitting(ctx, input)
  refuseDays({ ...module, ...fields })
  ctx.em.assign(module, fields)
  if (input.sort_order !== undefined) {
    const all = await ctx.em.find(ModuleEntity, { project_id: ctx.project.id, deleted_at: null })
    makeRoom(inOrderOf(all, 'sort_order'), module, 'sort_order')
  }
  return save(ctx, module, {})
}

export function replaceModule(
  ctx: ProjectContext,
  id: string,
  input: BodyOf<Calls['replaceModule']>,
): Promise<ModuleAnswer> {
  return updateModule(ctx, id, { ...fresh, ...input })
}

export async function archiveModule(
  ctx: ProjectContext,
  id: string,
): Promise<AnswerOf<Calls['archiveModule']>> {
  allow(canKeepModules(actorOf(ctx)))
  const module = await loadModule(ctx, id)
  if (!canArchiveModule(module))
    throw new AppError('invalid', 'Only completed or cancelled modules can be archived')
  const { archived_at } = await save(ctx, module, { archived_at: module.archived_at ?? new Date() })
  return { archived_at }
}

export async function unarchiveModule(ctx: ProjectContext, id: string): Promise<undefined> {
  allow(canKeepModules(actorOf(ctx)))
  await save(ctx, await loadModule(ctx, id), { archived_at: null })
}

/** Its items leave it, and are remembered for when it comes back. */
export async function deleteModule(ctx: ProjectContext, id: string): Promise<undefined> {
  allowDeleting(ctx, await findModule(ctx, id))
  const { em, user } = ctx
  const isIn = sql<boolean>`work_items.module_ids @> array[${id}::uuid]`
  // Items are locked before their module, as by whoever changes them.
  await lockWhere(em, isIn)
  await loadModule(ctx, id)
  const left = await rewriteItems(em, {
    set: {
      module_ids: sql`array_remove(module_ids, ${id}::uuid)`,
      updated_at: sql`now()`,
      updated_by: user.id,
    },
    where: isIn,
  })
  await remember(
    ctx,
    id,
    left.map((item) => item.id),
  )
  const module = await loadModule(ctx, id)
  em.assign(module, { deleted_at: new Date(), updated_by: user.id })
  await em.flush()
}

/** With the items that it had and that are still in the project. Restoring one that is not deleted changes nothing. */
export async function restoreModule(ctx: ProjectContext, id: string): Promise<ModuleAnswer> {
  const { em, user, project } = ctx
  await holdNames(ctx)
  await lockWhere(em, sql`id in (select unnest(left_item_ids) from modules where id = ${id})`)
  const module = await loadModule(ctx, id, { trashed: true })
  allowDeleting(ctx, module)
  if (module.deleted_at === null) return answerOf(ctx, id)
  if (module.deleted_at.getTime() < trashBegins(Date.now())) throw notFound('Module not found')
  await roomForOne(ctx)
  await refuseTaken(ctx, id, module.name)
  em.assign(module, { deleted_at: null, updated_by: user.id })
  await em.flush()
  await rewriteItems(em, {
    set: {
      module_ids: sql`array_append(module_ids, ${id}::uuid)`,
      updated_at: sql`now()`,
      updated_by: user.id,
    },
    where: sql`work_items.id in (select unnest(left_item_ids) from modules where id = ${id})
      and work_items.project_id = ${project.id} and not work_items.is_epic and cardinality(module_ids) < ${valuesLimit}
      and not module_ids @> array[${id}::uuid]`,
  })
  await remember(ctx, id, [])
  return answerOf(ctx, id)
}

/** Locked; an archived one takes no change. */
export async function loadChangeable(ctx: ProjectContext, id: string): Promise<Module> {
  const module = await loadModule(ctx, id)
  if (!takesItems(module)) throw new AppError('invalid', takesNoMore)
  return module
}

async function remember({ em }: ProjectContext, id: string, items: string[]): Promise<void> {
  await query(em).updateTable('modules').set({ left_item_ids: items }).where('id', '=', id).execute()
}

function allowDeleting(ctx: ProjectContext, module: { created_by: string | null }): void {
  if (!canDeleteModule(actorOf(ctx), module)) throw forbidden('Only admin or creator can delete the module')
}

export async function save(
  ctx: ProjectContext,
  module: Module,
  fields: Partial<Module>,
): Promise<ModuleAnswer> {
  ctx.em.assign(module, { ...fields, updated_by: ctx.user.id })
  await ctx.em.flush()
  return answerOf(ctx, module.id)
}

/** Without the people who cannot work in the project; whom it has already, it keeps. */
async function fitting<Input extends Change>(ctx: ProjectContext, input: Input): Promise<Input> {
  const { lead_id, member_ids } = input
  const wanted = [...(member_ids ?? []), ...(lead_id ? [lead_id] : [])]
  const able = new Set(await assignable(ctx.em, ctx.project.id, ctx.workspace.id, wanted))
  return {
    ...input,
    ...(lead_id && !able.has(lead_id) && { lead_id: null }),
    ...(member_ids && { member_ids: [...new Set(member_ids)].filter((one) => able.has(one)) }),
  }
}

function refuseDays({ start_date, target_date }: Pick<Module, 'start_date' | 'target_date'>): void {
  const problem = moduleDaysProblem(start_date, target_date)
  if (problem !== null) throw invalid('start_date', daysProblems[problem])
}

const daysProblems = {
  order: 'Start date cannot exceed target date',
  too_long: `A module has at most ${moduleLengthLimit} days.`,
}

/** Whoever names a module, or makes one more, does so one after the other. */
async function holdNames({ em, project }: ProjectContext): Promise<void> {
  await query(em).selectFrom('projects').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()
}

async function refuseTaken(ctx: ProjectContext, ownId: string | null, name: string): Promise<void> {
  const other = await ctx.em.findOne(ModuleEntity, { project_id: ctx.project.id, name, deleted_at: null })
  if (other !== null && other.id !== ownId) throw invalid('name', 'Module with this name already exists')
}

/** Refuses when there are as many as there may be, and says where the first of them stands: new ones come before it. The project is locked. */
async function roomForOne({ em, project }: ProjectContext): Promise<{ first: number | null }> {
  const { count, first } = await query(em)
    .selectFrom('modules')
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.min('sort_order').as('first')])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= modulesLimit)
    throw new AppError('invalid', `A project has at most ${modulesLimit} modules.`)
  return { first }
}

const stepBefore = 10_000
