import type { Role } from '../../platform/roles.ts'
import { canSeePage } from '../pages/rules.ts'

/** Maximum length of the quoted text. The quote is stored as it was when the thread began. */
export const maxQuoteLength = 1000

/**
 * Number of characters before and after the quote that are stored too. They help to find the quote after the
 * text has moved.
 */
export const quoteContextLength = 32

/**
 * Maximum length of the encoded start or end of an anchor. A Yjs relative position has a few bytes, which are
 * encoded in base64.
 */
export const maxAnchorPositionLength = 32

/** Maximum number of comments of a page that the API returns. These are the newest comments. */
export const pageCommentsLimit = 5000

interface Actor {
  user_id: string
  role: Role | null
  sees_all: boolean
}

interface Page {
  owned_by: string
  access: 0 | 1
  is_locked: boolean
  archived_at: unknown
}

/**
 * Returns whether the user may comment on a page. Everybody who sees a page may comment on it, even users who
 * cannot edit it, unless it is archived.
 */
export function canCommentOnPage(actor: Actor, page: Page): boolean {
  return canSeePage(actor, page) && page.archived_at === null
}
