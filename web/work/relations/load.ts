import { toStoredRelation } from '#common/work/relations/rules.ts'
import type { RelatedWorkItem } from '#common/work/relations/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { replaceRows, requestWithVersion } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Relation } from '../../platform/sync/tables.ts'

/** Loads the relations of all items of a project. Afterwards the change feed keeps them up to date. Throws `RequestError`. */
export async function loadProjectRelations(project_id: string): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listProjectRelations', {
    params: { slug, project_id },
  })
  const isOfProject = (one: Relation) =>
    one.project_id === project_id || one.related_project_id === project_id
  if (currentSlug() === slug) replaceRows('work_item_relations', answer, version, isOfProject)
}

/** Loads the relations of one item, with the related items. Throws `RequestError`. */
export async function loadRelations(item: Pick<WorkItemRow, 'id' | 'project_id'>): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listRelations', {
    params: { slug, project_id: item.project_id, id: item.id },
  })
  if (currentSlug() !== slug) return
  const related = Object.values(answer).flat()
  applyLoadedRows(related.map(itemOf), version)
  replaceRows(
    'work_item_relations',
    related.map((one) => relatedItemToRelation(item, one)),
    version,
    (one) => one.issue_id === item.id || one.related_issue_id === item.id,
  )
}

/** Converts a relation in the response for `item` to the format of the table `relations`. */
export function relatedItemToRelation(
  item: Pick<WorkItemRow, 'id' | 'project_id'>,
  related: Pick<RelatedWorkItem, 'id' | 'project_id' | 'relation_id' | 'relation_type'>,
): Relation {
  const stored = toStoredRelation(item.id, related.relation_type, related.id)
  const [first, second] = stored.issue_id === item.id ? [item, related] : [related, item]
  return {
    ...stored,
    id: related.relation_id,
    project_id: first.project_id,
    related_project_id: second.project_id,
  }
}

function itemOf(related: RelatedWorkItem): WorkItemRow {
  const { relation_id: _, relation_type: __, project__identifier: ___, ...item } = related
  return item
}
