import { newId } from '#common/ids.ts'
import { type RelationName, seenFrom } from '#common/relations/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { mutate, tables, undoable } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { currentSlug } from '../shell/workspace.ts'
import type { Relation } from '../sync/tables.ts'
import { keyOf } from '../work-items/actions.ts'
import { relationOf } from './load.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** Relates an item to another, by the name that the relation has as seen from it. */
export async function relate(item: WorkItemRow, name: RelationName, other: Item): Promise<void> {
  const remember = undoable()
  const relation = await sendCreate(item, name, other)
  if (relation === null) return
  remember({
    message: t('workItems.relations.added', { key: keyOf(item) }),
    undo: () => sendDelete(item, relation),
  })
}

export async function unrelate(item: WorkItemRow, relation: Relation): Promise<void> {
  const remember = undoable()
  const { name, other } = seenFrom(item.id, relation)
  const project_id = relation.issue_id === item.id ? relation.related_project_id : relation.project_id
  if (!(await sendDelete(item, relation))) return
  remember({
    message: t('workItems.relations.removed', { key: keyOf(item) }),
    undo: () => sendCreate(item, name, { id: other, project_id }),
  })
}

async function sendCreate(item: Item, name: RelationName, other: Item): Promise<Relation | null> {
  // The server names it; until it answers it goes by a name of its own.
  const assumed = relationOf(item, { ...other, relation_id: newId(), relation_type: name })
  const answer = await mutate({
    call: 'createRelations',
    input: {
      params: { slug: currentSlug(), project_id: item.project_id, id: item.id },
      body: { relation_type: name, issues: [other.id] },
    },
    changes: [{ entity: 'work_item_relations', id: assumed.id, op: 'create', fields: { ...assumed } }],
  })
  const [made] = answer ?? []
  return made === undefined
    ? null
    : (tables.work_item_relations.get(made.relation_id) ?? relationOf(item, made))
}

async function sendDelete({ id, project_id }: Item, relation: Relation): Promise<boolean> {
  const answer = await mutate({
    call: 'deleteRelation',
    input: { params: { slug: currentSlug(), project_id, id, relation_id: relation.id } },
    changes: [{ entity: 'work_item_relations', id: relation.id, op: 'delete', fields: {} }],
  })
  return answer !== null
}
