import { maxCommentLength } from '#common/documents/comments/rules.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { invalid } from '#common/platform/errors.ts'
import { expandTeamMentions } from '../../access/mentioned-people.ts'
import { replaceMentionIdsByNames } from '../../access/name-mentions.ts'
import { mentionableUsers } from '../../access/people.ts'
import type { ProjectContext, UserContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import type { CommentText } from './columns.ts'

export interface CommentInput {
  comment_html?: string | undefined
  comment_json?: Record<string, unknown> | null | undefined
}

export interface ParsedComment {
  text: CommentText
  /** The users whom the text names directly. `text.mention_ids` also contains mentioned teams or their members. */
  named: string[]
}

/**
 * Converts the text of a comment to HTML, JSON and plain text, and finds its mentions. `mentionedBefore` are the
 * stored mentions of an edited comment. Throws if the text is empty or too long.
 */
export async function commentTextFromInput(
  ctx: ProjectContext,
  sent: CommentInput,
  mentionedBefore: readonly string[] = [],
): Promise<ParsedComment> {
  const content = { html: sent.comment_html ?? null, json: sent.comment_json ?? undefined }
  const text = await commentTextFromContent(ctx, content)
  const { comment_html, comment_stripped, mention_ids } = text
  // Check the length after the conversion, because a comment can also be sent as JSON.
  if (comment_html.length > maxCommentLength) throw commentTooLongError()
  const isEmpty =
    comment_stripped.trim() === '' && mention_ids.length + fileIdsInHtml(comment_html).length === 0
  if (isEmpty) throw emptyCommentError()
  const { em, user, workspace, project } = ctx
  const stripped = await replaceMentionIdsByNames(em, workspace.id, comment_stripped, mention_ids)
  const { people, team_ids } = await expandTeamMentions(em, {
    workspace_id: workspace.id,
    writer_ids: [user.id],
    named: mention_ids,
    before: mentionedBefore,
  })
  const able = await mentionableUsers(em, project.id, workspace.id, people)
  return {
    text: { ...text, comment_stripped: stripped, mention_ids: [...able, ...team_ids] },
    named: able.filter((id) => mention_ids.includes(id)),
  }
}

/** Converts a text to HTML, JSON and plain text, and finds its mentions. */
export async function commentTextFromContent(
  ctx: UserContext,
  content: DocumentContent,
): Promise<CommentText> {
  const { html, json, text, mention_ids } = await ctx.documents.derive(
    ctx.em,
    content,
    ctx.user.id,
    'comment',
  )
  const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  return {
    comment_html: html,
    comment_json: JSON.parse(read(json)),
    comment_stripped: read(text),
    mention_ids,
  }
}

export const commentTooLongError = () => invalid('comment_html', 'The comment is too long.')
export const emptyCommentError = () => invalid('comment_html', 'Enter a comment.')
