import type { EntityManager } from '@mikro-orm/postgresql'
import { projectFeatureFlags } from '#common/platform/guards.ts'
import { role } from '#common/platform/roles.ts'
import type { ProjectContext, UserContext } from '../platform/context/context.ts'
import { query } from '../platform/db/orm.ts'
import { findWorkspace } from './access.ts'

/**
 * Returns the context of a visitor who submits a request on a public board. The caller must have checked that
 * the board accepts requests. The visitor gets the permissions of a guest who sees only their own items, only
 * for the command that receives this context.
 */
export async function visitorContext(ctx: UserContext, projectId: string): Promise<ProjectContext> {
  const { workspace_id, slug, ...project } = await query(ctx.em)
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['p.id', 'p.identifier', 'p.workspace_id', 'p.archived_at', 'w.slug'])
    .select(projectFeatureFlags.map((name) => `p.${name}` as const))
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    ...ctx,
    workspace: { id: workspace_id, slug, role: role.guest },
    project: { ...project, role: role.guest, sees_all: false },
  }
}

/** Returns true while the user is a member of the workspace, or a visitor of the public board of the project. */
export async function mayUpload(
  em: EntityManager,
  userId: string,
  { workspace_id, project_id }: { workspace_id: string; project_id: string | null },
): Promise<boolean> {
  const member = await findWorkspace(em, userId, { id: workspace_id })
  return member !== null || mayUploadAsVisitor(em, userId, project_id)
}

/** A visitor may upload files while the board accepts requests or comments. */
async function mayUploadAsVisitor(
  em: EntityManager,
  userId: string,
  projectId: string | null,
): Promise<boolean> {
  const found = await query(em)
    .selectFrom('project_public_members as m')
    .innerJoin('deploy_boards as b', 'b.project_id', 'm.project_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('m.member_id')
    .where('m.project_id', '=', projectId)
    .where('m.member_id', '=', userId)
    .where('u.is_active', '=', true)
    .where('b.is_disabled', '=', false)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where((where) =>
      where.or([where('b.is_intake_enabled', '=', true), where('b.is_comments_enabled', '=', true)]),
    )
    .executeTakeFirst()
  return found !== undefined
}
