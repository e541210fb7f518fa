import { createTypedQueryKind } from './typed-query.ts'

/**
 * Matches a `/` at the beginning of a word, followed by up to two words such as "heading 1". A `/` that is
 * followed by a space does not match, because it is probably a division sign.
 */
export const slashQuery = createTypedQueryKind(
  'blockQuery',
  /(?:^|[\s([{"'\u{fffc}])\/((?:[^\s/\u{fffc}]+(?: [^\s/\u{fffc}]*)?)?)$/u,
)
