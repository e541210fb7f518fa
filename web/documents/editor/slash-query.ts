import { createTypedQueryKind } from './typed-query.ts'

/**
 * Matches a `/` at the beginning of a word, followed by up to two words such as "heading 1". A `/` before a
 * space is a division.
 */
export const slashQuery = createTypedQueryKind(
  'blockQuery',
  /(?:^|[\s([{"'\u{fffc}])\/((?:[^\s/\u{fffc}]+(?: [^\s/\u{fffc}]*)?)?)$/u,
)
