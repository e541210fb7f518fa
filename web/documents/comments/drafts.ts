import { getMyId } from '../../platform/person/me.ts'

/**
 * Returns the local storage key of an unsent comment. `draftKey` identifies the item and the thread. The entry is
 * removed when the comment is sent or the user signs out.
 */
const keyOf = (draftKey: string) => `comment-draft:${getMyId()}:${draftKey}`

/** Returns the HTML of the draft, or an empty string. */
export function readCommentDraft(draftKey: string): string {
  return localStorage.getItem(keyOf(draftKey)) ?? ''
}

export function saveCommentDraft(draftKey: string, html: string): void {
  if (html === '') localStorage.removeItem(keyOf(draftKey))
  else localStorage.setItem(keyOf(draftKey), html)
}
