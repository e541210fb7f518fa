import { type RelationName, relationNames, seenFrom } from '#common/relations/rules.ts'
import { type RelatedWorkItem, relatedWorkItem } from '#common/relations/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { visibleItems } from './reach.ts'

/** Items that the caller may not see, or that are in the trash, are left out. */
export async function listRelations(
  ctx: ProjectContext,
  id: string,
): Promise<Record<RelationName, RelatedWorkItem[]>> {
  await loadWorkItem(ctx, id)
  const related = await relatedTo(ctx, id)
  const named = (name: RelationName) => related.filter((item) => item.relation_type === name)
  return Object.fromEntries(relationNames.map((name) => [name, named(name)])) as Record<
    RelationName,
    RelatedWorkItem[]
  >
}

export async function relatedTo(ctx: ProjectContext, id: string): Promise<RelatedWorkItem[]> {
  const relations = await query(ctx.em)
    .selectFrom('work_item_relations')
    .select(['id', 'issue_id', 'related_issue_id', 'relation_type'])
    .where((where) => where.or([where('issue_id', '=', id), where('related_issue_id', '=', id)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const seen = relations.map((relation) => ({ ...seenFrom(id, relation), relation_id: relation.id }))
  const items = await visibleItems(
    ctx,
    seen.map(({ other }) => other),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  return seen.flatMap(({ other, name, relation_id }) => {
    const item = byId.get(other)
    return item === undefined ? [] : [present(relatedWorkItem, { ...item, relation_id, relation_type: name })]
  })
}
