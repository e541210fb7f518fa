import { getMyId } from '../../platform/person/me.ts'

/**
 * Returns the key under which an unsent comment is stored on this device, per item and thread, until the
 * comment is sent or the user signs out.
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
