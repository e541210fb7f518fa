import { sql } from 'kysely'
import {
  type RelationName,
  relationFromItemPerspective,
  relationNames,
} from '#common/work/relations/rules.ts'
import {
  type RelatedWorkItem,
  type RelationRow,
  relatedWorkItem,
  relationRow,
} from '#common/work/relations/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { loadVisibleItems, type ViewerContext } from '../work-items/visible-items.ts'

/**
 * Lists the relations of the items of a project. Relations with items that are deleted or that the caller
 * cannot see are left out.
 */
export async function listProjectRelations(ctx: ProjectContext): Promise<RelationRow[]> {
  const { project, user } = ctx
  const rows = await query(ctx.em)
    .selectFrom('work_item_relations as r')
    .innerJoin('work_items as a', 'a.id', 'r.issue_id')
    .innerJoin('work_items as b', 'b.id', 'r.related_issue_id')
    .select(relationColumns.map((column) => `r.${column}` as const))
    .where((where) =>
      where.or([where('r.project_id', '=', project.id), where('r.related_project_id', '=', project.id)]),
    )
    .where('a.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null)
    .$if(!project.sees_all, (relations) =>
      relations.where((where) =>
        where.and(
          (['a', 'b'] as const).map((end) =>
            where.or([
              where(`${end}.project_id`, '<>', project.id),
              where(`${end}.created_by`, '=', user.id),
            ]),
          ),
        ),
      ),
    )
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
  // Check access to items in other projects separately, because few relations cross projects.
  const idsElsewhere = rows.flatMap((row) => [
    ...(row.project_id === project.id ? [] : [row.issue_id]),
    ...(row.related_project_id === project.id ? [] : [row.related_issue_id]),
  ])
  const visible = new Set((await loadVisibleItems(ctx, idsElsewhere)).map((item) => item.id))
  const hidden = new Set(idsElsewhere.filter((id) => !visible.has(id)))
  return rows
    .filter((row) => !hidden.has(row.issue_id) && !hidden.has(row.related_issue_id))
    .map((row) => presentRow(relationRow, row))
}

const relationColumns = Object.keys(relationRow.shape) as (keyof typeof relationRow.shape)[]

/** Lists the relations of an item. Items that are deleted or that the caller cannot see are left out. */
export async function listRelations(
  ctx: ProjectContext,
  id: string,
): Promise<Record<RelationName, RelatedWorkItem[]>> {
  await loadWorkItem(ctx, id)
  const related = await loadRelatedItems(ctx, id)
  const named = (name: RelationName) => related.filter((item) => item.relation_type === name)
  return Object.fromEntries(relationNames.map((name) => [name, named(name)])) as Record<
    RelationName,
    RelatedWorkItem[]
  >
}

export async function loadRelatedItems(ctx: WorkspaceContext, id: string): Promise<RelatedWorkItem[]> {
  return (await loadRelatedItemsOfMany(ctx, [id])).map(({ related }) => related)
}

interface RelatedToOne {
  id: string
  /** True if `id` is the first item in the stored relation. */
  isFirst: boolean
  related: RelatedWorkItem
}

/**
 * Returns the items that are related to the items `ids`, oldest relation first. A relation between two of the
 * given items is returned for both of them.
 */
export async function loadRelatedItemsOfMany(ctx: ViewerContext, ids: string[]): Promise<RelatedToOne[]> {
  const relations = await query(ctx.em)
    .selectFrom('work_item_relations')
    .select(['id', 'issue_id', 'related_issue_id', 'relation_type'])
    .where(sql<boolean>`(issue_id = any(${ids}::uuid[]) or related_issue_id = any(${ids}::uuid[]))`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const wanted = new Set(ids)
  const seen = relations.flatMap((relation) =>
    [relation.issue_id, relation.related_issue_id].flatMap((id) =>
      wanted.has(id)
        ? [
            {
              id,
              isFirst: id === relation.issue_id,
              relation_id: relation.id,
              ...relationFromItemPerspective(id, relation),
            },
          ]
        : [],
    ),
  )
  const items = await loadVisibleItems(
    ctx,
    seen.map(({ other }) => other),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  return seen.flatMap(({ id, isFirst, other, name, relation_id }) => {
    const item = byId.get(other)
    if (item === undefined) return []
    return [
      { id, isFirst, related: presentRow(relatedWorkItem, { ...item, relation_id, relation_type: name }) },
    ]
  })
}
