import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { prose } from '../../platform/fields.ts'
import { id, moment } from '../../platform/time.ts'
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

/** Something that was said of a text in a page. One without `parent_id` begins a thread and has its anchor; its replies name it. */
export const pageCommentRow = z.object({
  id,
  workspace_id: id,
  page_id: id,
  parent_id: id.nullable(),
  anchor: pageAnchor.nullable(),
  /** Who said it. */
  actor: id,
  comment_html: z.string(),
  /** Whom it mentions, of those who are in the project. */
  mention_ids: z.array(id),
  /** When its words were changed last; null of those that stand as they were said. */
  edited_at: moment.nullable(),
  /** When it was deleted. Its words are gone then; it is still there for the replies to it. */
  removed_at: moment.nullable(),
  /** When its thread was settled, and by whom. */
  resolved_at: moment.nullable(),
  resolved_by: id.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type PageCommentRow = z.infer<typeof pageCommentRow>

/** With who said it: they may have left. */
export const pageComment = pageCommentRow.extend({ actor_detail: userLite.nullable() })
export type PageComment = z.infer<typeof pageComment>
