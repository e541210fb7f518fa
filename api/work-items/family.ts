import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#common/call.ts'
import { invalid } from '#common/errors.ts'
import type { StateGroup } from '#common/states/schema.ts'
import type { familyCalls } from '#common/work-items/family-calls.ts'
import { type WorkItemRow, workItemRow } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { recountChildren } from './children.ts'
import { loadWorkItem } from './load.ts'
import { lockEditable, writeItems } from './write-items.ts'

type Family = AnswerOf<typeof familyCalls.listSubItems>
type GroupBy = QueryOf<typeof familyCalls.listSubItems>['group_by']

export async function listSubItems(ctx: ProjectContext, id: string, groupBy: GroupBy): Promise<Family> {
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
  const items = rows.map((row) => present(workItemRow, row))
  const state_distribution: Partial<Record<StateGroup, string[]>> = {}
  for (const item of items) {
    state_distribution[item.state__group] = [...(state_distribution[item.state__group] ?? []), item.id]
  }
  return { sub_issues: groupBy === undefined ? items : grouped(items, groupBy), state_distribution }
}

export async function addSubItems(ctx: ProjectContext, id: string, ids: string[]): Promise<Family> {
  if (ids.length === 0) throw invalid('sub_issue_ids', 'Sub Issue IDs are required')
  const wanted = new Set(ids)
  await holdTree(ctx)
  const rows = await lockEditable(ctx, [id, ...wanted])
  const above = await lineAbove(ctx, id)
  if (above.some((one) => wanted.has(one.id))) {
    throw invalid('sub_issue_ids', 'Parent is not valid issue_id please pass a valid issue_id')
  }
  const children = rows.filter((row) => wanted.has(row.id))
  await writeItems(
    ctx,
    children.map((before) => ({ before, patch: { parent_id: id } })),
  )
  await recountChildren(ctx.em, [id, ...children.map((child) => child.parent_id)])
  return listSubItems(ctx, id, undefined)
}

/**
 * Whoever moves items in the project's tree, or takes parts out of it, does so one after the other. Two moves that are right alone could make
 * a circle together, and a part could come below a whole that is on its way to the trash or the archive. Taken before any item is locked.
 */
export async function holdTree({ em, project }: ProjectContext): Promise<void> {
  await query(em).selectFrom('projects').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()
}

/** The item and everything above it, up to the top; empty when the caller sees no such item in the project. */
export async function lineAbove(
  ctx: ProjectContext,
  id: string,
): Promise<{ id: string; archived_at: Date | null }[]> {
  const { rows } = await sql<{ id: string; archived_at: Date | null }>`
    with recursive line as (
      select id, parent_id, archived_at from work_items
      where id = ${id} and project_id = ${ctx.project.id} and deleted_at is null
        and (${ctx.project.sees_all} or created_by = ${ctx.user.id})
      union
      select above.id, above.parent_id, above.archived_at
      from work_items above join line on above.id = line.parent_id
    )
    select id, archived_at from line`.execute(query(ctx.em))
  return rows
}

/** An item with two assignees stands in both their groups, one without any in `None`. */
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
