import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { BodyOf } from '#common/call.ts'
import { AppError, invalid, notFound } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import type { stateCalls } from '#common/states/calls.ts'
import type { StateAnswer } from '#common/states/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { ProjectEntity } from '../projects/entity.ts'
import { type State, StateEntity } from './entity.ts'
import { moveItemsToGroup } from './move-items.ts'
import { getState } from './queries.ts'

type CreateInput = BodyOf<typeof stateCalls.createState>
type UpdateInput = BodyOf<typeof stateCalls.updateState>

const sequenceStep = 15_000

export async function createState(ctx: ProjectContext, input: CreateInput): Promise<StateAnswer> {
  await refuseTaken(ctx, null, input.name)
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
  return getState(ctx, state.id)
}

export async function updateState(ctx: ProjectContext, id: string, input: UpdateInput): Promise<StateAnswer> {
  const state = await load(ctx, id)
  if (input.name !== undefined) await refuseTaken(ctx, id, input.name)
  const before = state.group
  ctx.em.assign(state, input)
  state.updated_by = ctx.user.id
  await ctx.em.flush()
  if (state.group !== before) await moveItemsToGroup(ctx, state)
  return getState(ctx, id)
}

export async function deleteState(ctx: ProjectContext, id: string): Promise<undefined> {
  const state = await load(ctx, id)
  if (state.default) throw new AppError('invalid', 'Default state cannot be deleted')
  if (await holdsItems(ctx, id)) {
    throw new AppError('invalid', 'The state is not empty, only empty states can be deleted')
  }
  const project = await ctx.em.findOneOrFail(ProjectEntity, { id: ctx.project.id })
  if (project.default_state === id) project.default_state = null
  ctx.em.assign(state, { deleted_at: new Date(), updated_by: ctx.user.id })
  await ctx.em.flush()
}

/** Exactly one state of a project is its default; the one before is cleared first, as an index insists. */
export async function markDefaultState(ctx: ProjectContext, id: string): Promise<undefined> {
  const state = await load(ctx, id)
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

async function load(ctx: ProjectContext, id: string): Promise<State> {
  // Who puts an item into it meanwhile comes first and is seen, or comes later and sees what has become of it.
  const state = await ctx.em.findOne(
    StateEntity,
    { id, project_id: ctx.project.id, deleted_at: null, group: { $ne: 'triage' } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (state === null) throw notFound('State not found')
  return state
}

async function refuseTaken(ctx: ProjectContext, ownId: string | null, name: string): Promise<void> {
  const other = await ctx.em.findOne(StateEntity, { project_id: ctx.project.id, name, deleted_at: null })
  if (other !== null && other.id !== ownId) throw invalid('name', 'The state name is already taken')
}

async function endOfStates(ctx: ProjectContext): Promise<number> {
  const { last } = await query(ctx.em)
    .selectFrom('states')
    .select(sql<number | null>`max(sequence)`.as('last'))
    .where('project_id', '=', ctx.project.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + sequenceStep
}

async function holdsItems(ctx: ProjectContext, stateId: string): Promise<boolean> {
  const item = await query(ctx.em)
    .selectFrom('work_items')
    .select('id')
    .where('project_id', '=', ctx.project.id)
    .where('state_id', '=', stateId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return item !== undefined
}
