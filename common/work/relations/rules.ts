/**
 * Types of relations that are stored. A relation with an inverse name is stored under one of these types,
 * with swapped items.
 */
export const relationTypes = [
  'relates_to',
  'duplicate',
  'blocked_by',
  'start_before',
  'finish_before',
  'implemented_by',
] as const
export type RelationType = (typeof relationTypes)[number]

/**
 * Names of relations as a work item shows them. They include inverse names, such as `blocking` for the
 * inverse of `blocked_by`.
 */
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

export interface StoredRelation {
  issue_id: string
  related_issue_id: string
  relation_type: RelationType
}

/**
 * Returns the stored form of a relation, regardless of the item from which it was created. Symmetric
 * relations are stored with sorted ids.
 */
export function toStoredRelation(item: string, name: RelationName, other: string): StoredRelation {
  const swapped = storedAs[name]
  if (swapped !== undefined) return { issue_id: other, related_issue_id: item, relation_type: swapped }
  const relation_type = name as RelationType
  const isSymmetric = fromOtherSide[relation_type] === relation_type
  return isSymmetric && other < item
    ? { issue_id: other, related_issue_id: item, relation_type }
    : { issue_id: item, related_issue_id: other, relation_type }
}

/**
 * Returns the relation as the item `item` shows it: the name of the relation, and the id of the other item.
 */
export function relationFromItemPerspective(
  item: string,
  relation: StoredRelation,
): { name: RelationName; other: string } {
  return relation.issue_id === item
    ? { name: relation.relation_type, other: relation.related_issue_id }
    : { name: fromOtherSide[relation.relation_type], other: relation.issue_id }
}

/** Types of relations that constrain dates. */
export const dateRelationTypes = ['blocked_by', 'start_before', 'finish_before'] as const

interface Dated {
  start_date: string | null
  target_date: string | null
}

/**
 * Returns true if the dates of two items violate a relation. `item` is the first item of the stored relation. With
 * `blocked_by`, it must start after the day on which the other item ends. With `start_before` and `finish_before`, it
 * must not start or end after the other item. A missing date violates no relation.
 */
export function isDateRelationViolated(type: RelationType, item: Dated, related: Dated): boolean {
  const later = (a: string | null, b: string | null) => a !== null && b !== null && a > b
  if (type === 'start_before') return later(item.start_date, related.start_date)
  if (type === 'finish_before') return later(item.target_date, related.target_date)
  const [end, start] = [related.target_date, item.start_date]
  return type === 'blocked_by' && end !== null && start !== null && start <= end
}

/**
 * Returns true if relations contradict each other, so that an item would have to start or end before itself. The
 * check assumes that every item starts before it ends, and that a blocked item starts after the end of the
 * blocking item.
 */
export function hasContradictoryRelations(relations: readonly StoredRelation[]): boolean {
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

/**
 * Returns true if the graph `later`, which maps each event to the events after it, contains a cycle.
 * Topological sorting repeatedly removes events without predecessors. If events remain, they form a cycle.
 */
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
