import { myId } from '../../platform/person/me.ts'

/** Unsent comments are stored on this device per item and thread, until they are sent or the user signs out. */
const keyOf = (place: string) => `comment-draft:${myId()}:${place}`

/** Returns the HTML of the draft, or an empty string. */
export function draftAt(place: string): string {
  return localStorage.getItem(keyOf(place)) ?? ''
}

export function keepCommentDraft(place: string, html: string): void {
  if (html === '') localStorage.removeItem(keyOf(place))
  else localStorage.setItem(keyOf(place), html)
}
