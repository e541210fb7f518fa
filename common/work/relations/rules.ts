/** As rows hold them; a name seen from the other side is stored with its ends swapped. */
export const relationTypes = [
  'relates_to',
  'duplicate',
  'blocked_by',
  'start_before',
  'finish_before',
  'implemented_by',
] as const
export type RelationType = (typeof relationTypes)[number]

/** Every name that a person may give a relation, seen from the item that they look at. */
export const relationNames = [
  ...relationTypes,
  'blocking',
  'start_after',
  'finish_after',
  'implements',
] as const
export type RelationName = (typeof relationNames)[number]

const storedAs: Partial<Record<RelationName, RelationType>> = {
  blocking: 'blocked_by',
  start_after: 'start_before',
  finish_after: 'finish_before',
  implements: 'implemented_by',
}

const fromOtherSide: Record<RelationType, RelationName> = {
  relates_to: 'relates_to',
  duplicate: 'duplicate',
  blocked_by: 'blocking',
  start_before: 'start_after',
  finish_before: 'finish_after',
  implemented_by: 'implements',
}

export interface Related {
  issue_id: string
  related_issue_id: string
  relation_type: RelationType
}

/** The one form in which a relation is stored, whichever side it was made from; what is the same from both sides has its ends in order. */
export function storedRelation(item: string, name: RelationName, other: string): Related {
  const swapped = storedAs[name]
  if (swapped !== undefined) return { issue_id: other, related_issue_id: item, relation_type: swapped }
  const relation_type = name as RelationType
  const isSymmetric = fromOtherSide[relation_type] === relation_type
  return isSymmetric && other < item
    ? { issue_id: other, related_issue_id: item, relation_type }
    : { issue_id: item, related_issue_id: other, relation_type }
}

/** What a relation is called by the item at one of its ends, and the item at the other. */
export function seenFrom(item: string, relation: Related): { name: RelationName; other: string } {
  return relation.issue_id === item
    ? { name: relation.relation_type, other: relation.related_issue_id }
    : { name: fromOtherSide[relation.relation_type], other: relation.issue_id }
}

/** Relations that say what comes first. */
export const timedTypes = ['blocked_by', 'start_before', 'finish_before'] as const

interface Dated {
  start_date: string | null
  target_date: string | null
}

/**
 * Whether the dates of two items go against a relation of time between them, of which `item` is the one that it is said of. What is
 * blocked starts on a later day than that on which what blocks it ends. Dates that are not set go against nothing.
 */
export function isViolated(type: RelationType, item: Dated, related: Dated): boolean {
  const later = (a: string | null, b: string | null) => a !== null && b !== null && a > b
  if (type === 'start_before') return later(item.start_date, related.start_date)
  if (type === 'finish_before') return later(item.target_date, related.target_date)
  const [end, start] = [related.target_date, item.start_date]
  return type === 'blocked_by' && end !== null && start !== null && start <= end
}

/**
 * Whether relations contradict each other: some item would have to begin or end before itself. Every item begins before it ends; what
 * is blocked begins after the end of what blocks it.
 */
export function contradict(relations: readonly Related[]): boolean {
  const later = new Map<string, Set<string>>()
  const precedes = (first: string, second: string) =>
    later.set(first, (later.get(first) ?? new Set()).add(second))
  for (const { issue_id, related_issue_id, relation_type } of relations) {
    for (const id of [issue_id, related_issue_id]) precedes(`begin ${id}`, `end ${id}`)
    if (relation_type === 'blocked_by') precedes(`end ${related_issue_id}`, `begin ${issue_id}`)
    if (relation_type === 'start_before') precedes(`begin ${issue_id}`, `begin ${related_issue_id}`)
    if (relation_type === 'finish_before') precedes(`end ${issue_id}`, `end ${related_issue_id}`)
  }
  return hasCycle(later)
}

/** Takes away, again and again, what nothing comes before; what is left over goes in circles. */
function hasCycle(later: Map<string, Set<string>>): boolean {
  const waiting = new Map<string, number>()
  for (const [first, seconds] of later) {
    if (!waiting.has(first)) waiting.set(first, 0)
    for (const second of seconds) waiting.set(second, (waiting.get(second) ?? 0) + 1)
  }
  const free = [...waiting].filter(([, count]) => count === 0).map(([event]) => event)
  let taken = 0
  for (let event = free.pop(); event !== undefined; event = free.pop()) {
    taken++
    for (const next of later.get(event) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1
      waiting.set(next, left)
      if (left === 0) free.push(next)
    }
  }
  return taken < waiting.size
}
