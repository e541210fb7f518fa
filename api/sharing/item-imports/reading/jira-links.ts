import type { SourceItem, SourceRelation } from './source-item.ts'

/**
 * Returns the relation for a link between issues of Jira. `words` describe the link from the issue, such as `is blocked
 * by`.
 */
export function relationOf(words: string, key: string): SourceItem['relations'] {
  if (key === '') return []
  const type = relationTypes.find(([, pattern]) => pattern.test(words))?.[0] ?? 'relates_to'
  // The other issue of a duplicate has the relation in the opposite direction.
  return /^is duplicated by/i.test(words) ? [] : [{ type, key }]
}

const relationTypes: readonly [SourceRelation, RegExp][] = [
  ['blocked_by', /^is blocked by|^depends on/i],
  ['blocks', /^blocks/i],
  ['duplicate_of', /^duplicates/i],
]

/** Maps the key of a status category of Jira to a group of states. */
export function groupOfCategory(key: string | null | undefined): SourceItem['state_group'] {
  if (key === 'done') return 'completed'
  if (key === 'indeterminate') return 'started'
  return key === 'new' ? 'unstarted' : null
}
