import { v7 } from 'uuid'

/**
 * Creates a UUIDv7, which consists of milliseconds, a counter and random bits. The creator of a row creates
 * its id, even in the browser, so that a row that is shown before the server confirms it has its final id.
 * Ids sort by time. `now` overrides the time.
 */
export function newId(now?: number): string {
  return now === undefined ? v7() : v7({ msecs: now })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isId(value: string): boolean {
  return uuid.test(value)
}
