import { LockMode } from '@mikro-orm/postgresql'
import { invalid, notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { StateEntity } from '../states/entity.ts'
import { type WorkItem, WorkItemEntity } from './entity.ts'

/**
 * Loads an item of the project. Throws `not_found` if the caller may not see it. If `locked` is true, the item
 * cannot change until the commit.
 */
export async function loadWorkItem(
  ctx: ProjectContext,
  id: string,
  { trashed = false, locked = false } = {},
): Promise<WorkItem> {
  const item = await ctx.em.findOne(
    WorkItemEntity,
    {
      id,
      project_id: ctx.project.id,
      ...(!trashed && { deleted_at: null }),
      ...(!ctx.project.sees_all && { created_by: ctx.user.id }),
    },
    locked ? { lockMode: LockMode.PESSIMISTIC_READ } : {},
  )
  if (item === null) throw notFound('Issue not found')
  return item
}

/** Returns the given state of the project, or its default state. The state is locked until the commit. */
export async function loadStateOrDefault(ctx: ProjectContext, stateId: string | null) {
  const find = () => findState(ctx, stateId === null ? { default: true } : { id: stateId })
  // Run the query again, because the first query may have waited for a transaction that changed the default
  // state.
  const state = (await find()) ?? (stateId === null ? await find() : null)
  if (state === null) throw invalid('state_id', 'State is not valid please pass a valid state_id')
  return state
}

function findState(ctx: ProjectContext, which: { id: string } | { default: true }) {
  return ctx.em.findOne(
    StateEntity,
    { ...which, project_id: ctx.project.id, deleted_at: null, group: { $ne: 'triage' } },
    { lockMode: LockMode.PESSIMISTIC_READ },
  )
}

/** Returns the columns that depend on the state, including the completion time. */
export function stateDependentColumns(
  item: Pick<WorkItem, 'state__group' | 'completed_at'>,
  state: { id: string; group: WorkItem['state__group'] },
): Pick<WorkItem, 'state_id' | 'state__group' | 'completed_at'> {
  const stays = item.state__group === 'completed'
  return {
    state_id: state.id,
    state__group: state.group,
    completed_at: state.group !== 'completed' ? null : stays ? item.completed_at : new Date(),
  }
}
