import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { type Relation, tables } from '../../sync/tables.ts'

const byItemAtom = atom((get) => {
  const byItem = new Map<string, Relation[]>()
  for (const relation of get(tables.work_item_relations.allAtom)) {
    for (const id of [relation.issue_id, relation.related_issue_id])
      byItem.set(id, [...(byItem.get(id) ?? []), relation])
  }
  return byItem
})

const none: Relation[] = []

/** The relations of an item, from either end, the oldest first; those that were read. */
export const relationsOfAtom = atomFamily((id: string) => atom((get) => get(byItemAtom).get(id) ?? none))
