import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { type StateResponse, stateResponse } from '#common/work/states/schema.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listWorkspaceStates(ctx: WorkspaceContext): Promise<StateResponse[]> {
  const rows = await ordered(ctx).where('project_id', 'in', selectAccessibleProjectIds(ctx)).execute()
  return rows.map((row) => presentRow(stateResponse, row))
}

export async function listStates(ctx: ProjectContext): Promise<StateResponse[]> {
  const rows = await ordered(ctx).where('project_id', '=', ctx.project.id).execute()
  return rows.map((row) => presentRow(stateResponse, row))
}

export async function listStatesByGroup(ctx: ProjectContext): Promise<Record<string, StateResponse[]>> {
  return Object.groupBy(await listStates(ctx), (state) => state.group)
}

export async function getState(ctx: ProjectContext, id: string): Promise<StateResponse> {
  const state = (await listStates(ctx)).find((one) => one.id === id)
  if (state === undefined) throw notFound('State not found')
  return state
}

function ordered(ctx: WorkspaceContext) {
  const position = sql`row_number() over (partition by project_id, "group" order by sequence, id)`
  const count = sql`count(*) over (partition by project_id, "group")`
  return query(ctx.em)
    .selectFrom('states')
    .modifyFront(preparedStatementMarker)
    .selectAll()
    .select(sql<number>`(${position})::float / ${count}`.as('order'))
    .where('deleted_at', 'is', null)
    .where('group', '<>', 'triage')
    .orderBy('sequence')
    .orderBy('id')
}
