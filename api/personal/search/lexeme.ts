import type { SearchTerm } from '#common/personal/search/analysis.ts'
import type { SearchResultClass } from '#common/personal/search/kinds.ts'

const letterOf: Record<SearchResultClass, string> = { item: 'i', comment: 'c', other: 'o' }

/**
 * A word as stored in the index: prefixed with workspace and class, so that a search reads only words of its own
 * workspace. The last four characters of the id are enough, because a column condition removes the few collisions.
 */
export function buildIndexLexeme(workspaceId: string, cls: SearchResultClass, word: string): string {
  return `${workspaceId.slice(-4)}${letterOf[cls]}${word}`
}

/** Builds a `tsquery` with quoted words, so that entered characters have no special meaning. */
export function buildTsquery(
  workspaceId: string,
  cls: SearchResultClass,
  terms: readonly SearchTerm[],
): string {
  return terms
    .map(({ word, isPrefix }) => `${quoted(buildIndexLexeme(workspaceId, cls, word))}${isPrefix ? ':*' : ''}`)
    .join(' & ')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
