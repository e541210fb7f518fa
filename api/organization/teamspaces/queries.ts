import { canSeeTeamspace } from '#common/organization/teamspaces/rules.ts'
import {
  type TeamspaceResponse,
  type TeamspaceRow,
  teamspaceResponse,
} from '#common/organization/teamspaces/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listTeamspaces(ctx: WorkspaceContext): Promise<TeamspaceResponse[]> {
  const rows = await selectWorkspaceTeamspaces(ctx).selectAll().orderBy('sort_order').orderBy('id').execute()
  return rows.filter((row) => canSeeTeamspace(teamspaceActor(ctx), row)).map(presentTeamspace)
}

export async function getTeamspace(ctx: WorkspaceContext, id: string): Promise<TeamspaceResponse> {
  const row = await selectWorkspaceTeamspaces(ctx).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || !canSeeTeamspace(teamspaceActor(ctx), row)) throw teamspaceNotFoundError()
  return presentTeamspace(row)
}

/**
 * Returns the ids of the users who see the teamspace, or null if it is public. Locks the teamspace, so that
 * the result stays true until the commit.
 */
export async function lockTeamspaceViewers({ em }: WorkspaceContext, id: string): Promise<string[] | null> {
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

export function teamspaceNotFoundError() {
  return notFound('Teamspace not found')
}

export function presentTeamspace(row: Pick<TeamspaceRow, 'id'>): TeamspaceResponse {
  return presentRow(teamspaceResponse, { ...row, is_favorite: false })
}

export function selectWorkspaceTeamspaces({ em, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('teamspaces')
    .where('workspace_id', '=', workspace.id)
    .where('deleted_at', 'is', null)
}
