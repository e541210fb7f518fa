import { myId } from '../../platform/person/me.ts'

/** What is written and not sent is kept on this device, by item and thread, until it is sent or signed out. */
const keyOf = (place: string) => `comment-draft:${myId()}:${place}`

/** As HTML; empty where nothing is written. */
export function draftAt(place: string): string {
  return localStorage.getItem(keyOf(place)) ?? ''
}

export function keepCommentDraft(place: string, html: string): void {
  if (html === '') localStorage.removeItem(keyOf(place))
  else localStorage.setItem(keyOf(place), html)
}
