import type { Role } from '../../platform/roles.ts'
import { canSeePage } from '../pages/rules.ts'

/** Letters of the text that a thread is about, as it was when the thread was begun. */
export const quoteLength = 1000

/** Letters before and after it, by which it is found again where it was moved. */
export const aroundLength = 32

/** Of one end of a text, in base64: an id of Yjs and what it sticks to are a few bytes. */
export const anchorEndLength = 32

/** Comments on one page that are answered at most, the last ones. */
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

/** Whoever sees a page may speak of what stands in it, also where nobody writes in it, until it is in the archive. */
export function canCommentOnPage(actor: Actor, page: Page): boolean {
  return canSeePage(actor, page) && page.archived_at === null
}
