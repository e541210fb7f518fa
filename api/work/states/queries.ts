import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { type StateAnswer, stateAnswer } from '#common/work/states/schema.ts'
import { idsOfProjects } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatement } from '../../platform/db/prepared-statements.ts'
import { present } from '../../platform/db/present.ts'

export async function listWorkspaceStates(ctx: WorkspaceContext): Promise<StateAnswer[]> {
  const rows = await ordered(ctx).where('project_id', 'in', idsOfProjects(ctx)).execute()
  return rows.map((row) => present(stateAnswer, row))
}

export async function listStates(ctx: ProjectContext): Promise<StateAnswer[]> {
  const rows = await ordered(ctx).where('project_id', '=', ctx.project.id).execute()
  return rows.map((row) => present(stateAnswer, row))
}

export async function listStatesByGroup(ctx: ProjectContext): Promise<Record<string, StateAnswer[]>> {
  return Object.groupBy(await listStates(ctx), (state) => state.group)
}

export async function getState(ctx: ProjectContext, id: string): Promise<StateAnswer> {
  const state = (await listStates(ctx)).find((one) => one.id === id)
  if (state === undefined) throw notFound('State not found')
  return state
}

function ordered(ctx: WorkspaceContext) {
  const position = sql`row_number() over (partition by project_id, "group" order by sequence, id)`
  const count = sql`count(*) over (partition by project_id, "group")`
  return query(ctx.em)
    .selectFrom('states')
    .modifyFront(preparedStatement)
    .selectAll()
    .select(sql<number>`(${position})::float / ${count}`.as('order'))
    .where('deleted_at', 'is', null)
    .where('group', '<>', 'triage')
    .orderBy('sequence')
    .orderBy('id')
}
