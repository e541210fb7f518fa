import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { projectFeatureFlags } from '#common/platform/guards.ts'
import { role } from '#common/platform/roles.ts'
import type { ProjectContext, UserContext } from '../platform/context/context.ts'
import { query } from '../platform/db/orm.ts'
import { findWorkspace } from './access.ts'

/**
 * Returns the context of a visitor who submits a request on a public board. The caller must have checked that the
 * board accepts requests. For the command that receives this context, the visitor has the permissions of a guest who
 * sees only their own items.
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

/**
 * SQL condition: the user wrote the comment `c` as a member, and later left the workspace or the project. Such
 * a comment belongs to the project, so its author cannot change it as a visitor.
 */
export function writtenByFormerMemberSql(userId: string | null): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select 1 from workspace_members m where m.workspace_id = c.workspace_id
      and m.member_id = ${userId}::uuid and not m.is_active and m.updated_at >= c.created_at)
    or exists (select 1 from project_members m where m.project_id = c.project_id
      and m.member_id = ${userId}::uuid and not m.is_active and m.updated_at >= c.created_at))`
}

/**
 * A file whose upload has been announced. `workspace_id` is not null, because visitors can upload only files of
 * workspaces. Only avatars and covers of users belong to no workspace.
 */
interface WorkspaceFile {
  workspace_id: string
  project_id: string | null
  entity_type: string
}

/**
 * Returns true if the user is a member of the workspace, or may upload the file as a visitor of the project's
 * public board.
 */
export async function canUploadFile(
  em: EntityManager,
  userId: string,
  file: WorkspaceFile,
): Promise<boolean> {
  const member = await findWorkspace(em, userId, { id: file.workspace_id })
  return member !== null || mayUploadAsVisitor(em, userId, file)
}

/**
 * For each file type, the setting of a public board that must be on so that visitors can upload such files.
 */
const settingOfFileType: Record<string, 'is_intake_enabled' | 'is_comments_enabled'> = {
  ISSUE_DESCRIPTION: 'is_intake_enabled',
  COMMENT_DESCRIPTION: 'is_comments_enabled',
}

/**
 * Returns true if the user is a visitor of the project's public board, and the board accepts requests (for
 * pictures in requests) or comments (for pictures in comments).
 */
async function mayUploadAsVisitor(
  em: EntityManager,
  userId: string,
  { project_id, entity_type }: WorkspaceFile,
): Promise<boolean> {
  const setting = settingOfFileType[entity_type]
  if (setting === undefined) return false
  const found = await query(em)
    .selectFrom('project_public_members as m')
    .innerJoin('deploy_boards as b', 'b.project_id', 'm.project_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('m.member_id')
    .where('m.project_id', '=', project_id)
    .where('m.member_id', '=', userId)
    .where('u.is_active', '=', true)
    .where('b.is_disabled', '=', false)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where(`b.${setting}`, '=', true)
    .$if(setting === 'is_intake_enabled', (found) => found.where('p.inbox_view', '=', true))
    .executeTakeFirst()
  return found !== undefined
}
