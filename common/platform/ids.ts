import { v7 } from 'uuid'

/**
 * Creates a UUIDv7, which consists of milliseconds, a counter and random bits. Browsers also create ids, so
 * that a new row has its final id before the server confirms it. Ids sort by time. `now` overrides the time.
 */
export function newId(now?: number): string {
  return now === undefined ? v7() : v7({ msecs: now })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isId(value: string): boolean {
  return uuid.test(value)
}
