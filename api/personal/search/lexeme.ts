import type { Term } from '#common/personal/search/analysis.ts'
import type { FoundClass } from '#common/personal/search/kinds.ts'

const letterOf: Record<FoundClass, string> = { item: 'i', comment: 'c', other: 'o' }

/**
 * A word as the index has it: with its workspace and class before it, so that a search reads the words of its own workspace alone, however
 * many others there are. Of the id the end is enough: of the few that have the same the column tells which is meant.
 */
export function lexeme(workspaceId: string, cls: FoundClass, word: string): string {
  return `${workspaceId.slice(-4)}${letterOf[cls]}${word}`
}

/** As PostgreSQL reads a `tsquery`, each word quoted: nothing that was typed means anything to it. */
export function tsqueryOf(workspaceId: string, cls: FoundClass, terms: readonly Term[]): string {
  return terms
    .map(({ word, isPrefix }) => `${quoted(lexeme(workspaceId, cls, word))}${isPrefix ? ':*' : ''}`)
    .join(' & ')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
