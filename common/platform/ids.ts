import { v7 } from 'uuid'

/**
 * Creates a UUIDv7: milliseconds, a counter and random bits. The creator of a row makes its id, including the browser,
 * so an optimistic row has its final id, and ids sort by time. `now` overrides the time.
 */
export function newId(now?: number): string {
  return now === undefined ? v7() : v7({ msecs: now })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isId(value: string): boolean {
  return uuid.test(value)
}
