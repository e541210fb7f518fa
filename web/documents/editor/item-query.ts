import { createTypedQueryKind } from './typed-query.ts'

/**
 * Matches a `#` at the beginning of a word, followed by the key or words of a title. At the start of a block,
 * a single `#` is the shortcut for a heading.
 */
export const itemTriggerQuery = createTypedQueryKind(
  'itemQuery',
  /(?:^|[\s([{"'\u{fffc}])#(?:(?<!^#)|(?=[^\s#\u{fffc}]))((?:[^\s#\u{fffc}]+(?: [^\s#\u{fffc}]*){0,4})?)$/u,
)
