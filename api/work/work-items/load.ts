import { LockMode } from '@mikro-orm/postgresql'
import { invalid, notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { StateEntity } from '../states/entity.ts'
import { type WorkItem, WorkItemEntity } from './entity.ts'

/** An item of the project that the caller may see; others are not found, whether or not they exist. One that is `held` stays as it is until the commit. */
export async function loadWorkItem(
  ctx: ProjectContext,
  id: string,
  { trashed = false, held = false } = {},
): Promise<WorkItem> {
  const item = await ctx.em.findOne(
    WorkItemEntity,
    {
      id,
      project_id: ctx.project.id,
      ...(!trashed && { deleted_at: null }),
      ...(!ctx.project.sees_all && { created_by: ctx.user.id }),
    },
    held ? { lockMode: LockMode.PESSIMISTIC_READ } : {},
  )
  if (item === null) throw notFound('Issue not found')
  return item
}

/** The named state of the project, or its default; it stays what it is until the item stands in it. */
export async function stateFor(ctx: ProjectContext, stateId: string | null) {
  const find = () => findState(ctx, stateId === null ? { default: true } : { id: stateId })
  // Who has waited for the default to be given to another state finds that one by asking again.
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

/** What an item has by standing in a state: it is complete, or not, by the state's group. */
export function inState(
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
