import type { moduleCalls } from '#common/planning/modules/calls.ts'
import { maxModuleDays, moduleAcceptsItems, moduleDaysProblem } from '#common/planning/modules/rules.ts'
import type { ModuleResponse } from '#common/planning/modules/schema.ts'
import { canEditPlans } from '#common/planning/plans/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { assignableUsers } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { respaceRows } from '../../platform/db/order.ts'
import { moduleArchivedMessage } from '../../work/work-items/open-plans.ts'
import {
  finishPlanChange,
  firstPlanPosition,
  lockProjectForPlans,
  newPlanColumns,
  restorePlan,
  savePlan,
} from '../plans/commands.ts'
import { loadPlan } from '../plans/queries.ts'
import { type Module, ModuleEntity } from './entity.ts'
import { modulePlanType } from './plan-type.ts'

type Calls = typeof moduleCalls
type Change = BodyOf<Calls['updateModule']>

export async function createModule(
  ctx: ProjectContext,
  { id = newId(), ...input }: BodyOf<Calls['createModule']>,
): Promise<ModuleResponse> {
  requirePermission(canEditPlans(projectActor(ctx)))
  const { em, user, workspace, project } = ctx
  await lockProjectForPlans(ctx)
  const position = await firstPlanPosition(ctx, modulePlanType)
  await assertModuleNameAvailable(ctx, null, input.name)
  const fields = { ...moduleDefaults, ...(await withAssignable(ctx, input)) }
  assertValidDays(fields)
  const module = em.create(ModuleEntity, {
    ...fields,
    id,
    ...newPlanColumns(workspace.id, project.id, user.id),
    name: input.name,
    link_module: [],
    sort_order: input.sort_order ?? position,
  })
  await em.flush()
  return finishPlanChange(ctx, modulePlanType, module)
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
  requirePermission(canEditPlans(projectActor(ctx)))
  if (input.name !== undefined || input.sort_order !== undefined) await lockProjectForPlans(ctx)
  const module = await loadEditableModule(ctx, id)
  if (input.name !== undefined) await assertModuleNameAvailable(ctx, id, input.name)
  const fields = await withAssignable(ctx, input)
  assertValidDays({ ...module, ...fields })
  ctx.em.assign(module, fields)
  if (input.sort_order !== undefined) {
    const all = await ctx.em.find(ModuleEntity, { project_id: ctx.project.id, deleted_at: null })
    respaceRows(all, module)
  }
  return savePlan(ctx, modulePlanType, module, {})
}

export function replaceModule(
  ctx: ProjectContext,
  id: string,
  input: BodyOf<Calls['replaceModule']>,
): Promise<ModuleResponse> {
  return updateModule(ctx, id, { ...moduleDefaults, ...input })
}

export function restoreModule(ctx: ProjectContext, id: string): Promise<ModuleResponse> {
  return restorePlan(ctx, modulePlanType, id, (module) => assertModuleNameAvailable(ctx, id, module.name))
}

/** Loads and locks the module. Throws `invalid` if it is archived. */
export async function loadEditableModule(ctx: ProjectContext, id: string): Promise<Module> {
  const module = await loadPlan(ctx, modulePlanType, id)
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
