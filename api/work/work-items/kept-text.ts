import { firstWords } from '#common/platform/text.ts'
import { draftPreviewLength } from '#common/work/work-items/drafts/rules.ts'
import { nameMentions } from '../../access/name-mentions.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'

/**
 * The text of a draft or a template as a document would keep it, so that nothing stands in it that could not stand in an item. Worked out
 * before anything is locked.
 */
export async function descriptionOf(
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
  const named = await nameMentions(ctx.em, ctx.workspace.id, new TextDecoder().decode(text), mention_ids)
  return { description_html: html, preview: firstWords(named, draftPreviewLength) }
}
