import { z } from 'zod'
import { commentBase } from '../../documents/comments/schema.ts'
import { userLite } from '../../identity/users/schema.ts'
import { multiLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { maxAnchorPositionLength, maxQuoteLength, quoteContextLength } from './rules.ts'

const end = z.string().max(maxAnchorPositionLength)

/**
 * The text range that a thread is about. `start` and `end` are Yjs relative positions in base64, which follow
 * the text through edits. The quote and the text around it help to find the range again after the text was
 * cut and pasted in another position.
 */
export const pageCommentAnchor = z.object({
  start: end,
  end,
  quote: multiLineText(maxQuoteLength).min(1),
  prefix: multiLineText(quoteContextLength),
  suffix: multiLineText(quoteContextLength),
})
export type PageCommentAnchor = z.infer<typeof pageCommentAnchor>

/** A comment on a page. Only the first comment of a thread has an anchor. */
export const pageCommentRow = commentBase.extend({
  page_id: id,
  anchor: pageCommentAnchor.nullable(),
})
export type PageCommentRow = z.infer<typeof pageCommentRow>

/** Adds the data of the author, or null if the author no longer exists. */
export const pageComment = pageCommentRow.extend({ actor_detail: userLite.nullable() })
export type PageComment = z.infer<typeof pageComment>
