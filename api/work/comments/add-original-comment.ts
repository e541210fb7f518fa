import { newCommentColumns } from '../../documents/comments/changes.ts'
import { commentTextFromInput } from '../../documents/comments/text.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { CommentEntity } from './entity.ts'

/** A comment of another program on a work item that was created in the same transaction. */
interface OriginalComment {
  id: string
  issue_id: string
  issue_created_by: string | null
  comment_html: string
  /** Id of the author, or null if the author is not a member of the project. */
  author: string | null
  created_at: Date | null
}

/**
 * Adds a comment without a mention to a new item. The caller flushes the entity manager after all comments. Returns
 * false if the comment mentions somebody, and then adds nothing: `itemCommentCommands.create` also subscribes the
 * mentioned people. Throws if the text is empty or too long.
 */
export async function addOriginalComment(
  ctx: ProjectContext,
  { comment_html, author, created_at, ...row }: OriginalComment,
): Promise<boolean> {
  const { text } = await commentTextFromInput(ctx, { comment_html })
  if (text.mention_ids.length > 0) return false
  ctx.em.create(CommentEntity, {
    ...newCommentColumns(author ?? ctx.user.id),
    ...{ ...row, ...text, parent_id: null, access: 'INTERNAL', external_source: null, external_id: null },
    ...{ workspace_id: ctx.workspace.id, project_id: ctx.project.id },
    ...(created_at !== null && { created_at }),
  })
  return true
}
