import { type StateResponse, stateResponse } from '#common/work/states/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { getOrCreateTriageState } from '../work-items/in-triage.ts'

/**
 * Returns the triage state. A project that an early version of Tandem created gets this state when it is first
 * needed.
 */
export async function getTriageState(ctx: ProjectContext): Promise<StateResponse> {
  const found = await query(ctx.em)
    .selectFrom('states')
    .selectAll()
    .where('project_id', '=', ctx.project.id)
    .where('group', '=', 'triage')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const state = found ?? (await ctx.writing((em) => getOrCreateTriageState({ ...ctx, em })))
  return presentRow(stateResponse, { ...state, order: 1 })
}
