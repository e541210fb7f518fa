import { sql } from 'kysely'
import { publicPictureId } from '#common/documents/files/rules.ts'
import { type WorkspaceResponse, workspaceRow } from '#common/organization/workspaces/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { Role } from '#common/platform/roles.ts'
import type { Context, UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listWorkspaces(ctx: UserContext): Promise<WorkspaceResponse[]> {
  return ownWorkspaces(ctx)
}

export async function getWorkspace(ctx: WorkspaceContext): Promise<WorkspaceResponse> {
  const [workspace] = await ownWorkspaces(ctx, ctx.workspace.id)
  if (workspace === undefined) throw notFound()
  return workspace
}

/** Returns the current members without two-factor authentication, unsorted. */
export async function listWithoutSecondFactor({ em, workspace }: WorkspaceContext) {
  const rows = await query(em)
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('u.id')
    .where('m.workspace_id', '=', workspace.id)
    .where('m.is_active', '=', true)
    .where('u.is_active', '=', true)
    .where('u.has_second_factor', '=', false)
    .where('u.is_service_account', '=', false)
    .execute()
  return { member_ids: rows.map(({ id }) => id) }
}

/** Returns the workspace with the caller's role and the number of members. */
export async function presentWorkspace(
  ctx: Context,
  workspace: { id: string },
  role: Role,
): Promise<WorkspaceResponse> {
  const { total_members } = await query(ctx.em)
    .selectFrom('workspaces as w')
    .select(workspaceMemberCountSql)
    .where('w.id', '=', workspace.id)
    .executeTakeFirstOrThrow()
  return { ...withLogo(workspace), role, total_members }
}

async function ownWorkspaces(ctx: UserContext, workspaceId?: string): Promise<WorkspaceResponse[]> {
  let rows = query(ctx.em)
    .selectFrom('workspaces as w')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
    .selectAll('w')
    .select(['m.role', workspaceMemberCountSql])
    .where('m.member_id', '=', ctx.user.id)
    .where('m.is_active', '=', true)
    .where('w.deleted_at', 'is', null)
  if (workspaceId !== undefined) rows = rows.where('w.id', '=', workspaceId)
  const found = await rows.orderBy('w.name').orderBy('w.id').execute()
  return found.map((row) => ({
    ...withLogo(row),
    role: row.role,
    total_members: row.total_members,
  }))
}

/** SQL for the number of members, without bots, since member lists omit bots. */
export const workspaceMemberCountSql = sql<number>`(
  select count(*)::int from workspace_members c join users u on u.id = c.member_id
  where c.workspace_id = w.id and c.is_active and not u.is_bot
)`.as('total_members')

/** SQL for the number of workspaces of user `u`. The query that uses it must define `u`. */
export const userWorkspaceCountSql = sql<number>`(
  select count(*)::int from workspace_members c join workspaces w on w.id = c.workspace_id and w.deleted_at is null
  where c.member_id = u.id and c.is_active
)`.as('total_workspaces')

function withLogo(workspace: object) {
  const row = presentRow(workspaceRow, workspace)
  return { ...row, logo: row.logo_url, logo_asset: publicPictureId(row.logo_url) }
}
