import { v7 } from 'uuid'

/**
 * UUIDv7: milliseconds, a counter, random bits. Ids are made by whoever creates the row, the browser included, so an optimistic
 * row already has its real id, and ids made later sort later. `now` makes one as of another time.
 */
export function newId(now?: number): string {
  return now === undefined ? v7() : v7({ msecs: now })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isId(value: string): boolean {
  return uuid.test(value)
}
