import type { Role } from '../../platform/roles.ts'
import { canSeePage } from '../pages/rules.ts'

/** Maximum length of the quoted text, which is stored as it was when the thread began. */
export const quoteLength = 1000

/** Length of the text that is stored before and after the quote. It helps to find the quote again after the text has moved. */
export const aroundLength = 32

/** Maximum length of one encoded end of an anchor. A Yjs relative position takes a few bytes, here as base64. */
export const anchorEndLength = 32

/** The API returns at most this many comments of a page, namely the newest. */
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

/** Everybody who sees a page may comment on it, including people who cannot edit it. Archived pages take no comments. */
export function canCommentOnPage(actor: Actor, page: Page): boolean {
  return canSeePage(actor, page) && page.archived_at === null
}
