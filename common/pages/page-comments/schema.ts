import { z } from 'zod'
import { commentBase } from '../../documents/comments/schema.ts'
import { userLite } from '../../identity/users/schema.ts'
import { prose } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { anchorEndLength, aroundLength, quoteLength } from './rules.ts'

const end = z.string().max(anchorEndLength)

/**
 * The text that a thread is about. Its ends are relative positions of Yjs in base64, which stay with the letters whatever is written around
 * them; the words and what stood around them find it again where it was taken out and put elsewhere.
 */
export const pageAnchor = z.object({
  start: end,
  end,
  quote: prose(quoteLength).min(1),
  prefix: prose(aroundLength),
  suffix: prose(aroundLength),
})
export type PageAnchor = z.infer<typeof pageAnchor>

/** Only a comment that begins a thread has an anchor. */
export const pageCommentRow = commentBase.extend({
  page_id: id,
  anchor: pageAnchor.nullable(),
})
export type PageCommentRow = z.infer<typeof pageCommentRow>

/** With who said it: they may have left. */
export const pageComment = pageCommentRow.extend({ actor_detail: userLite.nullable() })
export type PageComment = z.infer<typeof pageComment>
