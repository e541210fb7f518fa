import { createTypedQueryKind } from './typed-query.ts'

/**
 * Matches a `#` at the beginning of a word, followed by the key or words of a title. A single `#` at the start of a
 * block does not match, because it is the shortcut for a heading.
 */
export const itemTriggerQuery = createTypedQueryKind(
  'itemQuery',
  /(?:^|[\s([{"'\u{fffc}])#(?:(?<!^#)|(?=[^\s#\u{fffc}]))((?:[^\s#\u{fffc}]+(?: [^\s#\u{fffc}]*){0,4})?)$/u,
)
