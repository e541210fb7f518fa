import { filesInHtml } from '#common/documents/content/pictures.ts'
import { invalid } from '#common/platform/errors.ts'
import { commentLength } from '#common/work/comments/rules.ts'
import { valuesLimit } from '#common/work/work-items/rules.ts'
import { nameMentions } from '../../access/name-mentions.ts'
import { mentionable } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { CommentText } from './entity.ts'

interface Sent {
  comment_html?: string | undefined
  comment_json?: Record<string, unknown> | null | undefined
}

/** What a comment says, in all its forms. Saying nothing is refused. */
export async function commentText(ctx: ProjectContext, sent: Sent): Promise<CommentText> {
  const content = { html: sent.comment_html ?? null, json: sent.comment_json ?? undefined }
  const { html, json, text, mention_ids } = await ctx.documents.derive(
    ctx.em,
    content,
    ctx.user.id,
    'comment',
  )
  // JSON may be sent instead, and becomes HTML here.
  if (html.length > commentLength) throw invalid('comment_html', 'A comment is not as long as that.')
  const comment_stripped = new TextDecoder().decode(text)
  const isEmpty = comment_stripped.trim() === '' && mention_ids.length + filesInHtml(html).length === 0
  if (isEmpty) throw invalid('comment_html', 'A comment says something.')
  const named = await nameMentions(ctx.em, ctx.workspace.id, comment_stripped, mention_ids)
  const able = await mentionable(ctx.em, ctx.project.id, ctx.workspace.id, mention_ids)
  return {
    comment_html: html,
    comment_json: JSON.parse(new TextDecoder().decode(json)),
    comment_stripped: named,
    mention_ids: able.slice(0, valuesLimit),
  }
}

/** What one that was deleted says. */
export const noText: CommentText = {
  comment_html: '',
  comment_json: {},
  comment_stripped: '',
  mention_ids: [],
}
