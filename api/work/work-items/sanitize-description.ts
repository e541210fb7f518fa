import { truncateAtWord } from '#common/platform/text.ts'
import { draftPreviewLength } from '#common/work/work-items/drafts/rules.ts'
import { replaceMentionIdsByNames } from '../../access/name-mentions.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'

/**
 * Sanitizes the text of a draft or template in the same way as a document, so that work items can contain the
 * result. It must run before rows are locked, because it takes time.
 */
export async function sanitizeDescription(
  ctx: WorkspaceContext,
  { description_html }: { description_html?: string | null | undefined },
): Promise<{ description_html?: string; preview?: string }> {
  if (description_html === undefined) return {}
  if (description_html === null || description_html === '') return { description_html: '', preview: '' }
  const { html, text, mention_ids } = await ctx.documents.derive(
    ctx.em,
    { html: description_html },
    ctx.user.id,
    'description',
  )
  const named = await replaceMentionIdsByNames(
    ctx.em,
    ctx.workspace.id,
    new TextDecoder().decode(text),
    mention_ids,
  )
  return { description_html: html, preview: truncateAtWord(named, draftPreviewLength) }
}
