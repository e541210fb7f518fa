import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import type { subItemCalls } from '#common/work/work-items/sub-item-calls.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { changeItems } from './change-items.ts'
import { loadWorkItem } from './load.ts'
import type { PropertyChanges } from './property-setters.ts'

type SubItems = ResponseOf<typeof subItemCalls.listSubItems>
type GroupBy = QueryOf<typeof subItemCalls.listSubItems>['group_by']

export async function listSubItems(ctx: ProjectContext, id: string, groupBy: GroupBy): Promise<SubItems> {
  await loadWorkItem(ctx, id)
  const rows = await query(ctx.em)
    .selectFrom('work_items')
    .select(columns)
    .where('project_id', '=', ctx.project.id)
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .$if(!ctx.project.sees_all, (items) => items.where('created_by', '=', ctx.user.id))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const items = rows.map((row) => presentRow(workItemRow, row))
  const state_distribution: Partial<Record<StateGroup, string[]>> = {}
  for (const item of items) {
    state_distribution[item.state__group] = [...(state_distribution[item.state__group] ?? []), item.id]
  }
  return { sub_issues: groupBy === undefined ? items : grouped(items, groupBy), state_distribution }
}

export async function addSubItems(ctx: ProjectContext, id: string, ids: string[]): Promise<SubItems> {
  if (ids.length === 0) throw invalid('sub_issue_ids', 'Sub Issue IDs are required')
  const changes = new Map<string, PropertyChanges>([
    [id, {}],
    ...ids.map((child) => [child, { parent_id: id }] as const),
  ])
  await changeItems(ctx, changes, { parent_field: 'sub_issue_ids' })
  return listSubItems(ctx, id, undefined)
}

/**
 * Groups items by the property `by`. If that property is the assignees, an item with two assignees is in the
 * groups of both, and an item without assignees is in the group `None`.
 */
function grouped(items: WorkItemRow[], by: NonNullable<GroupBy>): Record<string, WorkItemRow[]> {
  const groups: Record<string, WorkItemRow[]> = {}
  for (const item of items) {
    const people = item.assignee_ids.length === 0 ? ['None'] : item.assignee_ids
    for (const key of by === 'assignees__id' ? people : [item[by]])
      groups[key] = [...(groups[key] ?? []), item]
  }
  return groups
}

const columns = Object.keys(workItemRow.shape) as (keyof typeof workItemRow.shape)[]
