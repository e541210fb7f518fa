import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { StoredRelation } from '#common/work/relations/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import type { Relation } from '../../platform/sync/tables.ts'

/**
 * Returns a key that consists of the type of a relation and its two items. Rows with the same key represent the same
 * relation.
 */
export function getRelationKey({ issue_id, relation_type, related_issue_id }: StoredRelation): string {
  return `${issue_id} ${relation_type} ${related_issue_id}`
}

/**
 * All loaded relations, oldest first. Duplicates are removed by key: a new relation can arrive from the
 * change feed with its permanent id while its optimistic row with a temporary id still exists.
 */
export const allRelationsAtom = atom((get) => [
  ...new Map(
    get(tables.work_item_relations.allAtom).map((relation) => [getRelationKey(relation), relation]),
  ).values(),
])

const byItemAtom = atom((get) => {
  const byItem = new Map<string, Relation[]>()
  for (const relation of get(allRelationsAtom)) {
    for (const id of [relation.issue_id, relation.related_issue_id])
      byItem.set(id, [...(byItem.get(id) ?? []), relation])
  }
  return byItem
})

const none: Relation[] = []

/** The relations in which an item is the first or the second item. */
export const itemRelationsAtom = atomFamily((id: string) => atom((get) => get(byItemAtom).get(id) ?? none))
