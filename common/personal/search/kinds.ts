/** What search finds, in the order in which the palette shows it. */
export const foundKinds = [
  'issue',
  'epic',
  'intake',
  'page',
  'project',
  'cycle',
  'module',
  'view',
  'person',
  'comment',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Of items and comments there are so many that they are looked for in another way than the rest. */
export const foundClasses = ['item', 'comment', 'other'] as const
export type FoundClass = (typeof foundClasses)[number]

export function classOf(kind: FoundKind): FoundClass {
  if (kind === 'comment') return 'comment'
  return kind === 'issue' || kind === 'epic' || kind === 'intake' ? 'item' : 'other'
}

export interface TypedKey {
  identifier: string
  sequence_id: number
}

const largestNumber = 2_147_483_647

/** The key of a work item, when that is what was typed: `atl-12`. */
export function typedKey(typed: string): TypedKey | null {
  const [, identifier, digits] = /^([\p{L}\p{N}]{1,12})-(\d{1,10})$/u.exec(typed.trim()) ?? []
  if (identifier === undefined || Number(digits) > largestNumber) return null
  return { identifier: identifier.toUpperCase(), sequence_id: Number(digits) }
}

/** The number of a work item, when that is all that was typed: `12` or `#12`. */
export function typedNumber(typed: string): number | null {
  const [, digits] = /^#?(\d{1,10})$/.exec(typed.trim()) ?? []
  return digits === undefined || Number(digits) > largestNumber ? null : Number(digits)
}
