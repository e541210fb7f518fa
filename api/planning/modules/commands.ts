import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import type { moduleCalls } from '#common/planning/modules/calls.ts'
import { maxModuleDays, moduleAcceptsItems, moduleDaysProblem } from '#common/planning/modules/rules.ts'
import type { ModuleResponse } from '#common/planning/modules/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { assignableUsers } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { assertExternalIdAvailable } from '../../platform/db/external-ids.ts'
import { respaceRows } from '../../platform/db/order.ts'
import { moduleArchivedMessage } from '../../work/work-items/lock-cycles-or-modules.ts'
import {
  finishCycleOrModuleChange,
  firstCycleOrModulePosition,
  lockProjectForCyclesAndModules,
  newCycleOrModuleColumns,
  restoreCycleOrModule,
  saveCycleOrModule,
} from '../cycles-and-modules/commands.ts'
import { loadCycleOrModule } from '../cycles-and-modules/queries.ts'
import { moduleDefinition } from './definition.ts'
import { type Module, ModuleEntity } from './entity.ts'

type Calls = typeof moduleCalls
type Change = BodyOf<Calls['updateModule']>

export async function createModule(
  ctx: ProjectContext,
  { id = newId(), ...input }: BodyOf<Calls['createModule']>,
): Promise<ModuleResponse> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  const { em, user, workspace, project } = ctx
  await lockProjectForCyclesAndModules(ctx)
  const position = await firstCycleOrModulePosition(ctx, moduleDefinition)
  await assertModuleNameAvailable(ctx, null, input.name)
  await assertExternalIdAvailable(ctx, { table: 'modules', row: null, change: input })
  const fields = { ...moduleDefaults, ...(await withAssignable(ctx, input)) }
  assertValidDays(fields)
  const module = em.create(ModuleEntity, {
    ...fields,
    id,
    ...newCycleOrModuleColumns(workspace.id, project.id, user.id),
    name: input.name,
    link_module: [],
    sort_order: input.sort_order ?? position,
  })
  await em.flush()
  return finishCycleOrModuleChange(ctx, moduleDefinition, module)
}

/** The default values of a new module. */
const moduleDefaults: Pick<
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

export async function updateModule(ctx: ProjectContext, id: string, input: Change): Promise<ModuleResponse> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  if (input.name !== undefined || input.sort_order !== undefined) await lockProjectForCyclesAndModules(ctx)
  const module = await loadEditableModule(ctx, id)
  if (input.name !== undefined) await assertModuleNameAvailable(ctx, id, input.name)
  await assertExternalIdAvailable(ctx, { table: 'modules', row: module, change: input })
  const fields = await withAssignable(ctx, input)
  assertValidDays({ ...module, ...fields })
  ctx.em.assign(module, fields)
  if (input.sort_order !== undefined) {
    const all = await ctx.em.find(ModuleEntity, { project_id: ctx.project.id, deleted_at: null })
    respaceRows(all, module)
  }
  return saveCycleOrModule(ctx, moduleDefinition, module, {})
}

export function replaceModule(
  ctx: ProjectContext,
  id: string,
  input: BodyOf<Calls['replaceModule']>,
): Promise<ModuleResponse> {
  return updateModule(ctx, id, { ...moduleDefaults, ...input })
}

export function restoreModule(ctx: ProjectContext, id: string): Promise<ModuleResponse> {
  return restoreCycleOrModule(ctx, moduleDefinition, id, (module) =>
    assertModuleNameAvailable(ctx, id, module.name),
  )
}

/** Loads and locks the module. Throws `invalid` if it is archived. */
export async function loadEditableModule(ctx: ProjectContext, id: string): Promise<Module> {
  const module = await loadCycleOrModule(ctx, moduleDefinition, id)
  if (!moduleAcceptsItems(module)) throw new AppError('invalid', moduleArchivedMessage)
  return module
}

/**
 * Removes users who cannot be assigned in the project from the request. Leads and members that the module
 * already has are not checked.
 */
async function withAssignable<Input extends Change>(ctx: ProjectContext, input: Input): Promise<Input> {
  const { lead_id, member_ids } = input
  const wanted = [...(member_ids ?? []), ...(lead_id ? [lead_id] : [])]
  const able = new Set(await assignableUsers(ctx.em, ctx.project.id, ctx.workspace.id, wanted))
  return {
    ...input,
    ...(lead_id && !able.has(lead_id) && { lead_id: null }),
    ...(member_ids && { member_ids: [...new Set(member_ids)].filter((one) => able.has(one)) }),
  }
}

function assertValidDays({ start_date, target_date }: Pick<Module, 'start_date' | 'target_date'>): void {
  const problem = moduleDaysProblem(start_date, target_date)
  if (problem !== null) throw invalid('start_date', daysProblems[problem])
}

const daysProblems = {
  order: 'Start date cannot exceed target date',
  too_long: `A module can have at most ${maxModuleDays} days.`,
}

async function assertModuleNameAvailable(
  ctx: ProjectContext,
  ownId: string | null,
  name: string,
): Promise<void> {
  const other = await ctx.em.findOne(ModuleEntity, { project_id: ctx.project.id, name, deleted_at: null })
  if (other !== null && other.id !== ownId) throw invalid('name', 'Module with this name already exists')
}
