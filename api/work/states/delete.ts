import { sql } from 'kysely'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import type { stateCalls } from '#common/work/states/calls.ts'
import type { StateResponse } from '#common/work/states/schema.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { ProjectEntity } from '../../organization/projects/entity.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { lockItemsWhere } from '../work-items/lock-items.ts'
import { updateItemsInBulk } from '../work-items/update-items-in-bulk.ts'
import { type ItemOfDeletedState, type State, StateEntity } from './entity.ts'
import { assertStateNameAvailable, loadState } from './load.ts'
import { getState } from './queries.ts'

/** Deletes a state. Its items are locked before the state, as in every other write. */
export async function deleteState(
  ctx: ProjectContext,
  id: string,
  { new_state_id = null }: BodyOf<typeof stateCalls.deleteState>,
): Promise<undefined> {
  const { em, user, project } = ctx
  if (new_state_id !== null) {
    await lockItemsWhere(em, itemsInState(ctx, id))
    // Lock both states in a fixed order. Otherwise, two requests that each delete the target state of the
    // other would cause a deadlock.
    await sql`select from states where id = any(${[id, new_state_id]}::uuid[]) and project_id = ${project.id} order by id for update`.execute(
      query(em),
    )
  }
  const state = await loadState(ctx, id)
  if (state.default) throw new AppError('invalid', 'Default state cannot be deleted')
  if (new_state_id === id) throw invalid('new_state_id', 'Choose another state for the work items.')
  if (new_state_id !== null) await moveItemsOut(ctx, state, await otherState(ctx, new_state_id))
  else if (await hasItems(ctx, id))
    throw new AppError('invalid', 'The state is not empty, only empty states can be deleted')
  const row = await em.findOneOrFail(ProjectEntity, { id: project.id })
  if (row.default_state === id) row.default_state = null
  em.assign(state, { deleted_at: new Date(), updated_by: user.id })
  await em.flush()
}

/** Restores a deleted state. Does nothing if the state is not deleted. */
export async function restoreState(ctx: ProjectContext, id: string): Promise<StateResponse> {
  const { em, user, project } = ctx
  await lockItemsWhere(
    em,
    sql`project_id = ${project.id} and id in (
      select (i ->> 'id')::uuid from states s, jsonb_array_elements(s.left_items) i where s.id = ${id} and s.project_id = ${project.id})`,
  )
  const state = await em.findOne(
    StateEntity,
    { id, project_id: project.id, group: { $ne: 'triage' } },
    { populate: ['left_items', 'became_id'], refresh: true },
  )
  if (state === null) throw notFound('State not found')
  if (state.deleted_at === null) return getState(ctx, id)
  if (state.deleted_at.getTime() < oldestRestorableDeletion(Date.now())) throw notFound('State not found')
  await assertStateNameAvailable(ctx, id, state.name)
  const { left_items = [], became_id = null } = state
  em.assign(state, { deleted_at: null, left_items: [], became_id: null, updated_by: user.id })
  await em.flush()
  if (became_id !== null) await returnItems(ctx, state, { left_items, became_id })
  return getState(ctx, id)
}

/** Counts the items in each state, without deleted items. */
export async function countStateItems({ em, project }: ProjectContext): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select state_id as id, count(*)::int as count from work_items
    where project_id = ${project.id} and deleted_at is null group by state_id`.execute(query(em))
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

const itemsInState = ({ project }: ProjectContext, stateId: string) =>
  sql<boolean>`project_id = ${project.id} and state_id = ${stateId}`

async function otherState(ctx: ProjectContext, id: string): Promise<State> {
  try {
    return await loadState(ctx, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw invalid('new_state_id', 'The state does not belong to the project.')
  }
}

/**
 * Moves all items, including archived and deleted ones, to another state. The deleted state records the items
 * and their completion times.
 */
async function moveItemsOut(ctx: ProjectContext, state: State, to: State): Promise<void> {
  const { em, user } = ctx
  const { rows } = await sql<ItemOfDeletedState>`
    select id, completed_at from work_items where ${itemsInState(ctx, state.id)} order by id`.execute(
    query(em),
  )
  em.assign(state, { left_items: rows, became_id: to.id })
  await updateItemsInBulk(em, {
    set: {
      state_id: to.id,
      state__group: to.group,
      completed_at: to.group === 'completed' ? sql`coalesce(work_items.completed_at, now())` : null,
      updated_at: sql`now()`,
      updated_by: user.id,
    },
    where: itemsInState(ctx, state.id),
  })
}

/** Moves the items that are still in the replacing state back to the restored state. */
async function returnItems(
  { em, user, project }: ProjectContext,
  state: State,
  { left_items, became_id }: { left_items: ItemOfDeletedState[]; became_id: string },
): Promise<void> {
  await updateItemsInBulk(em, {
    set: {
      state_id: state.id,
      state__group: state.group,
      completed_at: sql`back.completed_at`,
      updated_at: sql`now()`,
      updated_by: user.id,
    },
    from: sql`jsonb_to_recordset(${JSON.stringify(left_items)}::jsonb) as back(id uuid, completed_at timestamptz)`,
    where: sql`work_items.id = back.id and work_items.project_id = ${project.id} and work_items.state_id = ${became_id}`,
  })
}

async function hasItems({ em, project }: ProjectContext, stateId: string): Promise<boolean> {
  const item = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where('project_id', '=', project.id)
    .where('state_id', '=', stateId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return item !== undefined
}
