import { canSeeTeamspace } from '#common/organization/teamspaces/rules.ts'
import {
  type TeamspaceAnswer,
  type TeamspaceRow,
  teamspaceAnswer,
} from '#common/organization/teamspaces/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'

export async function listTeamspaces(ctx: WorkspaceContext): Promise<TeamspaceAnswer[]> {
  const rows = await teamspacesOfWorkspace(ctx).selectAll().orderBy('sort_order').orderBy('id').execute()
  return rows.filter((row) => canSeeTeamspace(teamspaceActor(ctx), row)).map(presentTeamspace)
}

export async function getTeamspace(ctx: WorkspaceContext, id: string): Promise<TeamspaceAnswer> {
  const row = await teamspacesOfWorkspace(ctx).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || !canSeeTeamspace(teamspaceActor(ctx), row)) throw teamspaceNotFound()
  return presentTeamspace(row)
}

/** Reads who sees a teamspace, and locks it so that this does not change before the commit. */
export async function lockTeamspaceSeers({ em }: WorkspaceContext, id: string): Promise<string[] | null> {
  const { access, member_ids } = await query(em)
    .selectFrom('teamspaces')
    .select(['access', 'member_ids'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  return access === 0 ? member_ids : null
}

export function teamspaceActor({ user, workspace }: WorkspaceContext) {
  return { user_id: user.id, role: workspace.role }
}

export function teamspaceNotFound() {
  return notFound('Teamspace not found')
}

export function presentTeamspace(row: Pick<TeamspaceRow, 'id'>): TeamspaceAnswer {
  return present(teamspaceAnswer, { ...row, is_favorite: false })
}

export function teamspacesOfWorkspace({ em, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('teamspaces')
    .where('workspace_id', '=', workspace.id)
    .where('deleted_at', 'is', null)
}
