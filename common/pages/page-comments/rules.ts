import type { Role } from '../../platform/roles.ts'
import { seesPageWithoutShare, shareRoleOf } from '../pages/rules.ts'
import type { PageShares } from '../pages/shares.ts'

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
  shares: PageShares
}

/**
 * Returns whether the user may comment on a page. Everybody who sees a page may comment on it, even users who
 * cannot edit it, unless it is archived or shared with the user only for reading.
 */
export function canCommentOnPage(actor: Actor, page: Page): boolean {
  if (page.archived_at !== null) return false
  const share = shareRoleOf(actor, page)
  return seesPageWithoutShare(actor, page) || share === 'comment' || share === 'write'
}
