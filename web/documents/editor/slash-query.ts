import { typedQuery } from './typed-query.ts'

/** At the beginning of a word, with a second word: "heading 1". Not before a blank: that is a division. */
export const blockQuery = typedQuery(
  'blockQuery',
  /(?:^|[\s([{"'\u{fffc}])\/((?:[^\s/\u{fffc}]+(?: [^\s/\u{fffc}]*)?)?)$/u,
)
