import type { SearchTerm } from '#common/personal/search/analysis.ts'
import type { SearchResultClass } from '#common/personal/search/kinds.ts'

const letterOf: Record<SearchResultClass, string> = { item: 'i', comment: 'c', other: 'o' }

/**
 * Returns a word in the form that the index stores. The prefix consists of the last four characters of the workspace
 * id and the letter of the class, so that a search reads only words of its own workspace. Four characters are
 * enough, because a condition on a column removes hits of other workspaces with the same four characters.
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
