import { newId } from '#common/platform/ids.ts'
import { type RelationName, relationFromItemPerspective } from '#common/work/relations/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type Mutation, undoableMutation } from '../../platform/sync/mutation.ts'
import type { Relation } from '../../platform/sync/tables.ts'
import { formatItemKey } from '../work-items/actions.ts'
import { relatedItemToRelation } from './load.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** Creates a relation to another item. `name` is the relation as seen from `item`. */
export async function addRelation(item: WorkItemRow, name: RelationName, other: Item): Promise<void> {
  // The relation has a temporary id until the server has assigned the permanent one.
  const assumed = relatedItemToRelation(item, { ...other, relation_id: newId(), relation_type: name })
  await mutate(
    undoableMutation(
      creating(item, name, assumed, other),
      t('workItems.relations.added', { key: formatItemKey(item) }),
      ending(item, name, assumed, other),
    ),
  )
}

export async function deleteRelation(item: WorkItemRow, relation: Relation): Promise<void> {
  const { name, other: id } = relationFromItemPerspective(item.id, relation)
  const project_id = relation.issue_id === item.id ? relation.related_project_id : relation.project_id
  const other = { id, project_id }
  await mutate(
    undoableMutation(
      ending(item, name, relation, other),
      t('workItems.relations.removed', { key: formatItemKey(item) }),
      creating(item, name, relation, other),
    ),
  )
}

function creating(
  item: Item,
  name: RelationName,
  relation: Relation,
  other: Item,
): Mutation<'createRelations'> {
  return {
    call: 'createRelations',
    input: { params: paramsOf(item), body: { relation_type: name, issues: [other.id] } },
    changes: [{ entity: 'work_item_relations', id: relation.id, op: 'create', fields: { ...relation } }],
  }
}

/**
 * Returns the request that removes a relation. The request names the two items instead of the relation,
 * because a relation gets another id each time it is created.
 */
function ending(item: Item, name: RelationName, relation: Relation, other: Item): Mutation<'removeRelation'> {
  return {
    call: 'removeRelation',
    input: { params: paramsOf(item), body: { relation_type: name, related_issue: other.id } },
    changes: [{ entity: 'work_item_relations', id: relation.id, op: 'delete', fields: {} }],
  }
}

function paramsOf({ id, project_id }: Item) {
  return { slug: currentSlug(), project_id, id }
}
