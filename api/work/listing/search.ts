import { type RawBuilder, sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import type { subItemCalls } from '#common/work/work-items/sub-item-calls.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { findItems } from './find.ts'

type Search = QueryOf<typeof subItemCalls.searchWorkItems>
type Found = ResponseOf<typeof subItemCalls.searchWorkItems>

const limit = 100

/**
 * Searches for items to pick, in the project or in all projects of the caller. Searches for parents and
 * sub-items are limited to the project, because a parent and its sub-items must be in the same project.
 */
export async function searchWorkItems(ctx: ProjectContext, search: Search): Promise<Found> {
  if (ctx.project.archived_at !== null) return []
  const isInWorkspace = search.workspace_search === true && !search.parent && !search.sub_issue
  const rows = await findItems(
    ctx,
    {
      project_id: isInWorkspace ? null : ctx.project.id,
      text: search.search ?? '',
      limit,
      rules: await exclusionRules(ctx, search),
    },
    sql<Omit<Found[number], 'workspace__slug'>>`
      select i.id, i.name, i.start_date, i.sequence_id, i.project_id, i.state_id, i.state__group, i.priority,
        p.name as project__name, p.identifier as project__identifier, s.name as state__name, s.color as state__color
      from found join work_items i on i.id = found.id join projects p on p.id = i.project_id join states s on s.id = i.state_id
      order by found.created_at desc, found.id desc`,
  )
  return rows.map((row) => ({ ...row, workspace__slug: ctx.workspace.slug }))
}

/**
 * Returns conditions that exclude items that cannot be picked. For example, a new parent must not be a descendant of
 * the item, and a new related item must not already be related to it.
 */
async function exclusionRules(ctx: ProjectContext, search: Search): Promise<RawBuilder<boolean>[]> {
  const { issue_id, parent, sub_issue, issue_relation, cycle, module, target_date } = search
  const rules: RawBuilder<boolean>[] = []
  // A search for items to add to a cycle, module or parent excludes epics, because epics cannot be added to
  // any of them.
  if (cycle || module !== undefined || sub_issue) rules.push(sql<boolean>`not work_items.is_epic`)
  if (cycle) rules.push(sql<boolean>`work_items.cycle_id is null`)
  if (module !== undefined) rules.push(sql<boolean>`not work_items.module_ids @> array[${module}::uuid]`)
  if (target_date === 'none') rules.push(sql<boolean>`work_items.target_date is null`)
  if (sub_issue) rules.push(sql<boolean>`work_items.parent_id is null`)
  if (issue_id === undefined) return rules
  const item = await loadWorkItem(ctx, issue_id)
  rules.push(sql<boolean>`work_items.id <> ${issue_id}`)
  if (parent && item.is_epic) rules.push(sql<boolean>`false`)
  if (sub_issue) rules.push(excludeAncestors(issue_id))
  if (parent)
    rules.push(
      sql<boolean>`work_items.id is distinct from ${item.parent_id}::uuid`,
      excludeDescendants(issue_id),
    )
  if (issue_relation) {
    rules.push(sql<boolean>`not exists (
      select 1 from work_item_relations r
      where (r.issue_id = work_items.id and r.related_issue_id = ${issue_id}) or (r.related_issue_id = work_items.id and r.issue_id = ${issue_id})
    )`)
  }
  return rules
}

/** Returns an SQL condition that excludes the item and all of its ancestors. */
function excludeAncestors(id: string): RawBuilder<boolean> {
  return sql<boolean>`work_items.id not in (
    with recursive line as (
      select id, parent_id from work_items where id = ${id}
      union
      select parent.id, parent.parent_id from work_items parent join line on parent.id = line.parent_id
    )
    select id from line
  )`
}

/** Returns an SQL condition that excludes the item and all of its descendants. */
function excludeDescendants(id: string): RawBuilder<boolean> {
  return sql<boolean>`work_items.id not in (
    with recursive tree as (
      select id from work_items where id = ${id}
      union
      select child.id from work_items child join tree on child.parent_id = tree.id
    )
    select id from tree
  )`
}
