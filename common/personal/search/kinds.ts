/** Kinds of search results, in the order of the command palette. */
export const searchResultKinds = [
  'issue',
  'epic',
  'intake',
  'page',
  'project',
  'teamspace',
  'cycle',
  'module',
  'view',
  'person',
  'comment',
] as const
export type SearchResultKind = (typeof searchResultKinds)[number]

/**
 * Classes of search results, which are queried differently, because work items and comments are much more
 * frequent than other kinds.
 */
export const searchResultClasses = ['item', 'comment', 'other'] as const
export type SearchResultClass = (typeof searchResultClasses)[number]

export function searchResultClassOfKind(kind: SearchResultKind): SearchResultClass {
  if (kind === 'comment') return 'comment'
  return kind === 'issue' || kind === 'epic' || kind === 'intake' ? 'item' : 'other'
}

export interface ParsedItemKey {
  identifier: string
  sequence_id: number
}

const largestNumber = 2_147_483_647

/** Parses the key of a work item such as `atl-12`. Returns null for other input. */
export function parseItemKey(typed: string): ParsedItemKey | null {
  const [, identifier, digits] = /^([\p{L}\p{N}]{1,12})-(\d{1,10})$/u.exec(typed.trim()) ?? []
  if (identifier === undefined || Number(digits) > largestNumber) return null
  return { identifier: identifier.toUpperCase(), sequence_id: Number(digits) }
}

/** Parses the number of a work item: `12` or `#12`. */
export function parseItemNumber(typed: string): number | null {
  const [, digits] = /^#?(\d{1,10})$/.exec(typed.trim()) ?? []
  return digits === undefined || Number(digits) > largestNumber ? null : Number(digits)
}
