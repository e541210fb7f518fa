import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#common/call.ts'
import type { familyCalls } from '#common/work-items/family-calls.ts'
import type { ProjectContext, WorkspaceContext } from '../context.ts'
import { containing } from '../db/like.ts'
import { query } from '../db/orm.ts'
import { isIn, seesAllOf } from '../projects/seen.ts'
import { lineAbove } from './family.ts'
import { loadWorkItem } from './load.ts'

type Search = QueryOf<typeof familyCalls.searchWorkItems>
type Found = AnswerOf<typeof familyCalls.searchWorkItems>

const limit = 100
const largestNumber = 2_147_483_647

/**
 * Items to pick from: those of the project, or of every project that the caller is in. A parent and its sub-items are of one project,
 * so those are looked for in this one alone.
 */
export async function searchWorkItems(ctx: ProjectContext, search: Search): Promise<Found> {
  const rules = await fitting(ctx, search)
  const everywhere = search.workspace_search === true && !search.parent && !search.sub_issue
  const rows = await query(ctx.em)
    .selectFrom('work_items as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .innerJoin('states as s', 's.id', 'i.state_id')
    .leftJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'p.id')
        .on('m.member_id', '=', ctx.user.id)
        .on('m.is_active', '=', true),
    )
    .select([
      'i.id',
      'i.name',
      'i.start_date',
      'i.sequence_id',
      'i.project_id',
      'i.state_id',
      'i.state__group',
      'i.priority',
    ])
    .select(['p.name as project__name', 'p.identifier as project__identifier'])
    .select(['s.name as state__name', 's.color as state__color'])
    .where('i.workspace_id', '=', ctx.workspace.id)
    .$if(!everywhere, (items) => items.where('i.project_id', '=', ctx.project.id))
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .where('i.archived_at', 'is', null)
    .where('i.is_draft', '=', false)
    .where('i.state__group', '<>', 'triage')
    .where(visibleTo(ctx))
    .where((where) => where.and([...named(search.search), ...rules]))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, workspace__slug: ctx.workspace.slug }))
}

/** Items `i` of projects `p` that the caller, whose membership is `m`, may see. */
export function visibleTo(ctx: WorkspaceContext): RawBuilder<boolean> {
  return sql<boolean>`${isIn(ctx)} and (${seesAllOf(ctx)} or i.created_by = ${ctx.user.id})`
}

/** Items `i` of projects `p` that go by these words: part of a name or of a project's letters, or numbers of work items. */
export function named(text = ''): RawBuilder<boolean>[] {
  const wanted = text.trim()
  if (wanted === '') return []
  const like = containing(wanted)
  const numbers = [...wanted.matchAll(/\d+/g)].map(Number).filter((number) => number <= largestNumber)
  return [sql`(i.name ilike ${like} or p.identifier ilike ${like} or i.sequence_id = any(${numbers}::int[]))`]
}

/** What cannot be picked: the item itself, what would close a circle, and what stands there already. */
async function fitting(ctx: ProjectContext, search: Search): Promise<RawBuilder<boolean>[]> {
  const { issue_id, parent, sub_issue, issue_relation, cycle, module, target_date } = search
  const rules: RawBuilder<boolean>[] = []
  if (cycle) rules.push(sql<boolean>`i.cycle_id is null`)
  if (module !== undefined) rules.push(sql<boolean>`not i.module_ids @> array[${module}::uuid]`)
  if (target_date === 'none') rules.push(sql<boolean>`i.target_date is null`)
  if (sub_issue) rules.push(sql<boolean>`i.parent_id is null`)
  if (issue_id === undefined) return rules
  const item = await loadWorkItem(ctx, issue_id)
  rules.push(sql<boolean>`i.id <> ${issue_id}`)
  if (sub_issue) rules.push(sql<boolean>`i.id <> all(${await lineAbove(ctx, issue_id)}::uuid[])`)
  if (parent) rules.push(sql<boolean>`i.id is distinct from ${item.parent_id}::uuid`, outside(issue_id))
  if (issue_relation) {
    rules.push(sql<boolean>`not exists (
      select 1 from work_item_relations r
      where (r.issue_id = i.id and r.related_issue_id = ${issue_id}) or (r.related_issue_id = i.id and r.issue_id = ${issue_id})
    )`)
  }
  return rules
}

/** Not below this item, at whatever depth. */
function outside(id: string): RawBuilder<boolean> {
  return sql<boolean>`i.id not in (
    with recursive tree as (
      select id from work_items where id = ${id}
      union
      select child.id from work_items child join tree on child.parent_id = tree.id
    )
    select id from tree
  )`
}
