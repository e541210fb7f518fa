import { LockMode } from '@mikro-orm/postgresql'
import { invalid, notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { type State, StateEntity } from './entity.ts'

/** Loads and locks the state, so that no item can enter it at the same time. */
export async function loadState(ctx: ProjectContext, id: string): Promise<State> {
  const state = await ctx.em.findOne(
    StateEntity,
    { id, project_id: ctx.project.id, deleted_at: null, group: { $ne: 'triage' } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (state === null) throw notFound('State not found')
  return state
}

export async function assertStateNameAvailable(
  ctx: ProjectContext,
  ownId: string | null,
  name: string,
): Promise<void> {
  const other = await ctx.em.findOne(StateEntity, { project_id: ctx.project.id, name, deleted_at: null })
  if (other !== null && other.id !== ownId) throw invalid('name', 'The state name is already taken')
}
