import { forbidden, invalid } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import type { OriginalAuthor } from '#common/work/work-items/original.ts'
import { assignableUsers } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { markAsImport } from '../../platform/feed/import-origin.ts'

/**
 * Returns the author and the time of a new row that was created in another program, or null if the row is new. The
 * changes of the transaction then cause no notifications, because the row may be years old.
 */
export async function resolveOriginalAuthor(
  ctx: ProjectContext,
  { created_at, created_by }: OriginalAuthor = {},
): Promise<{ created_at: Date; created_by: string } | null> {
  const { em, user, project, workspace } = ctx
  const author = created_by || user.id
  if (!created_at && author === user.id) return null
  if (!hasRoleAtLeast(project.role, role.admin))
    throw forbidden('Only project admins can set the author and the creation time.')
  const now = new Date()
  const time = created_at ? new Date(created_at) : now
  if (time > now) throw invalid('original.created_at', 'The creation time can’t be in the future.')
  if (author !== user.id && (await assignableUsers(em, project.id, workspace.id, [author])).length === 0)
    throw invalid('original.created_by', 'This person is not a member of the project.')
  markAsImport(em)
  return { created_at: time, created_by: author }
}
