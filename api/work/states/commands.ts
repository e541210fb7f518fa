import type { BodyOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import type { stateCalls } from '#common/work/states/calls.ts'
import type { StateResponse } from '#common/work/states/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { assertExternalIdAvailable } from '../../platform/db/external-ids.ts'
import { firstAndLastPosition, lockListOrder, respaceRows } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { StateEntity } from './entity.ts'
import { assertStateNameAvailable, loadState } from './load.ts'
import { getState } from './queries.ts'
import { updateItemStateGroup } from './update-item-state-group.ts'

type CreateInput = BodyOf<typeof stateCalls.createState>
type UpdateInput = BodyOf<typeof stateCalls.updateState>

const sequenceStep = 15_000

export async function createState(
  ctx: ProjectContext,
  { default: isDefault, ...input }: CreateInput,
): Promise<StateResponse> {
  await assertStateNameAvailable(ctx, null, input.name)
  await assertExternalIdAvailable(ctx, { table: 'states', row: null, change: input })
  const state = ctx.em.create(StateEntity, {
    ...input,
    id: input.id ?? newId(),
    workspace_id: ctx.workspace.id,
    project_id: ctx.project.id,
    group: input.group ?? 'backlog',
    sequence: input.sequence ?? (await endOfStates(ctx)),
    deleted_at: null,
    created_by: ctx.user.id,
    updated_by: ctx.user.id,
  })
  await ctx.em.flush()
  if (isDefault) await markDefaultState(ctx, state.id)
  return getState(ctx, state.id)
}

export async function updateState(
  ctx: ProjectContext,
  id: string,
  { default: isDefault, ...input }: UpdateInput,
): Promise<StateResponse> {
  if (input.sequence !== undefined) await lockListOrder(ctx.em, `states in ${ctx.project.id}`)
  const state = await loadState(ctx, id)
  if (input.name !== undefined) await assertStateNameAvailable(ctx, id, input.name)
  await assertExternalIdAvailable(ctx, { table: 'states', row: state, change: input })
  const before = state.group
  ctx.em.assign(state, input)
  state.updated_by = ctx.user.id
  if (input.sequence !== undefined) {
    const all = await ctx.em.find(StateEntity, { project_id: ctx.project.id, deleted_at: null })
    respaceRows(all, state, 'sequence')
  }
  await ctx.em.flush()
  if (state.group !== before) await updateItemStateGroup(ctx, state)
  if (isDefault) await markDefaultState(ctx, id)
  return getState(ctx, id)
}

/**
 * Marks a state as the default. The previous default is cleared first, because a unique index allows only one
 * default per project.
 */
export async function markDefaultState(ctx: ProjectContext, id: string): Promise<undefined> {
  // Lock all states, so that two concurrent requests cannot both clear the same previous default.
  await query(ctx.em)
    .selectFrom('states')
    .select('id')
    .where('project_id', '=', ctx.project.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const state = await loadState(ctx, id)
  const before = await ctx.em.find(StateEntity, {
    project_id: ctx.project.id,
    default: true,
    deleted_at: null,
  })
  for (const other of before) other.default = false
  await ctx.em.flush()
  ctx.em.assign(state, { default: true, updated_by: ctx.user.id })
  await ctx.em.flush()
}

async function endOfStates(ctx: ProjectContext): Promise<number> {
  const list = query(ctx.em)
    .selectFrom('states')
    .where('project_id', '=', ctx.project.id)
    .where('deleted_at', 'is', null)
  const { last } = await firstAndLastPosition(list, 'sequence')
  return (last ?? 0) + sequenceStep
}
