import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid } from '#common/platform/errors.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { canCreateWorkItems, valuesLimit } from '#common/work/work-items/rules.ts'
import { isInTriage } from '#common/work/work-items/triage.ts'
import { findProject } from '../../access/access.ts'
import { actorOf } from '../../access/actor.ts'
import { refuseArchived } from '../../access/guard.ts'
import { assignable, mentionable } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { StateEntity } from '../states/entity.ts'
import type { LeftBehind } from './entity.ts'
import type { ItemRow } from './item-row.ts'
import { labelsThere } from './links.ts'
import { inState } from './load.ts'
import { lockEditable, lockItems } from './lock-items.ts'
import { plansTaking } from './open-plans.ts'
import { defaultOf, stateLike } from './state-like.ts'
import { belowOf, holdTrees } from './tree.ts'
import type { ItemPatch } from './write-items.ts'

/** What an item becomes in the other project, but for its number and its place there. */
export interface PlannedMove {
  before: ItemRow
  patch: ItemPatch &
    Pick<ItemRow, ListName | 'state_id' | 'parent_id' | 'cycle_id' | 'module_ids' | 'estimate_point'>
  /** The number that it had there once, and has again. */
  number: number | undefined
  left_behind: LeftBehind
  /** What it left there once, and has again. */
  regained: Record<ShownList, string[]> &
    Pick<ItemRow, 'parent_id' | 'cycle_id' | 'module_ids' | 'estimate_point'>
}

/** Lists whose changes a preview tells. */
export type ShownList = Exclude<ListName, 'mention_ids'>

/**
 * What becomes of items in another project, and of all that is below them, in the order in which they stand. Everything is locked as for the
 * move itself, which does this and no more.
 */
export async function planMove(
  ctx: ProjectContext,
  { issue_ids, new_project_id }: BodyOf<(typeof workItemBulkCalls)['moveWorkItems']>,
): Promise<{ target: ProjectContext; planned: PlannedMove[] }> {
  const target = await targetOf(ctx, new_project_id)
  const named = await lockEditable(ctx, issue_ids)
  if (named.some(isInTriage)) throw invalid('issue_ids', 'What is in intake is moved once it is accepted.')
  if (named.some(({ is_epic }) => is_epic) && !target.project.is_epic_enabled)
    throw invalid('new_project_id', 'Epics are switched off in the other project.')
  const below = await belowOf(ctx, issue_ids)
  const rows = below.length === 0 ? named : await lockItems(ctx, [...issue_ids, ...below], { trashed: true })
  const inOrder = rows.toSorted((a, b) => a.sort_order - b.sort_order)
  return { target, planned: await becoming(ctx, target, inOrder) }
}

/** The other project, which the caller must be able to make items in; both stay as they are until the items have moved. */
async function targetOf(ctx: ProjectContext, id: string): Promise<ProjectContext> {
  if (id === ctx.project.id) throw invalid('new_project_id', 'The work items are in this project already.')
  await holdTrees(ctx.em, [ctx.project.id, id])
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('new_project_id', 'There is no such project.')
  const target = { ...ctx, ...found }
  if (!canCreateWorkItems(actorOf(target))) throw forbidden()
  refuseArchived(target.project)
  return target
}

type ListName = 'label_ids' | 'assignee_ids' | 'subscriber_ids' | 'mention_ids'

async function becoming(
  ctx: ProjectContext,
  target: ProjectContext,
  rows: ItemRow[],
): Promise<PlannedMove[]> {
  const ids = rows.map(({ id }) => id)
  const had = await formerKeysOf(target, rows)
  const named = await namedInTexts(ctx, ids)
  const left = [...had.values()].map(({ left_behind }) => left_behind)
  const there = await findThere(ctx, target, rows, left, [...named.values()].flat())
  const moving = new Set(ids)
  return rows.map((before) => {
    const isPart = before.parent_id !== null && moving.has(before.parent_id)
    return plannedMove(before, there, had.get(before.id), named.get(before.id) ?? [], isPart)
  })
}

type There = Awaited<ReturnType<typeof findThere>>

/** Finds the values of the items, those that items which return left behind, and the people whom their texts name, in the other project. */
async function findThere(
  ctx: ProjectContext,
  target: ProjectContext,
  rows: ItemRow[],
  left: LeftBehind[],
  named: string[],
) {
  const { id: project_id } = target.project
  const wantedOf = (name: ListName) =>
    joined(
      rows.flatMap((row) => row[name]),
      left.flatMap((one) => one[name]),
    )
  // The order in which they are read is that in which they are locked.
  return {
    project_id,
    state: await statesThere(ctx, target),
    labels: await labelsThere(target.em, project_id, wantedOf('label_ids')),
    assignees: new Set(await assignable(ctx.em, project_id, ctx.workspace.id, wantedOf('assignee_ids'))),
    readers: new Set(
      await mentionable(
        ctx.em,
        project_id,
        ctx.workspace.id,
        joined(wantedOf('subscriber_ids'), wantedOf('mention_ids'), named),
      ),
    ),
    parents: await parentsThere(
      target,
      left.flatMap(({ parent_id }) => parent_id ?? []),
    ),
    cycles: await plansTaking(target, 'cycles', joined(left.flatMap(({ cycle_id }) => cycle_id ?? []))),
    estimates: await estimatesThere(target, [
      ...rows.flatMap((row) => row.estimate_point ?? []),
      ...left.flatMap(({ estimate_point }) => estimate_point ?? []),
    ]),
    modules: await plansTaking(target, 'modules', joined(left.flatMap(({ module_ids }) => module_ids ?? []))),
  }
}

/** `known` is what the item left there; `isPart` says that its parent moves as well. */
function plannedMove(
  before: ItemRow,
  there: There,
  known: { sequence_id: number; left_behind: LeftBehind } | undefined,
  named: string[],
  isPart: boolean,
): PlannedMove {
  const back = known?.left_behind
  const all = (name: ListName) => joined(before[name], back?.[name])
  const readersOf = (ids: readonly string[]) => ids.filter((id) => there.readers.has(id))
  const mentioned = all('mention_ids')
  // People who are only in the target project become mentioned and subscribed by the move.
  const firstNamed = readersOf(named).filter((id) => !mentioned.includes(id))
  const parent_id = isPart ? before.parent_id : (back?.parent_id ?? null)
  const estimate = estimateMoved(there.estimates, before.estimate_point, back?.estimate_point)
  const patch = {
    ...inState(before, there.state(before.state_id, back)),
    project_id: there.project_id,
    cycle_id: back?.cycle_id && there.cycles.get(back.cycle_id) ? back.cycle_id : null,
    module_ids: (back?.module_ids ?? []).filter((id) => there.modules.get(id)),
    estimate_point: estimate.becomes,
    parent_id: isPart || there.parents.has(parent_id) ? parent_id : null,
    label_ids: joined(all('label_ids').flatMap((id) => there.labels.get(id) ?? [])).slice(0, valuesLimit),
    assignee_ids: all('assignee_ids')
      .filter((id) => there.assignees.has(id))
      .slice(0, valuesLimit),
    subscriber_ids: joined(readersOf(all('subscriber_ids')), firstNamed),
    mention_ids: joined(readersOf(mentioned), firstNamed).slice(0, valuesLimit),
  }
  const left_behind = {
    state_id: before.state_id,
    became_state_id: patch.state_id,
    label_ids: before.label_ids.filter((id) => !there.labels.has(id)),
    assignee_ids: before.assignee_ids.filter((id) => !there.assignees.has(id)),
    subscriber_ids: before.subscriber_ids.filter((id) => !there.readers.has(id)),
    mention_ids: before.mention_ids.filter((id) => !there.readers.has(id)),
    parent_id: isPart ? null : before.parent_id,
    cycle_id: before.cycle_id,
    module_ids: before.module_ids,
    estimate_point: estimate.left,
  }
  const kept = new Set(before.label_ids.map((id) => there.labels.get(id)))
  const regained = {
    label_ids: patch.label_ids.filter((id) => !kept.has(id)),
    assignee_ids: patch.assignee_ids.filter((id) => !before.assignee_ids.includes(id)),
    subscriber_ids: patch.subscriber_ids.filter((id) => !before.subscriber_ids.includes(id)),
    parent_id: isPart ? null : patch.parent_id,
    cycle_id: patch.cycle_id,
    module_ids: patch.module_ids,
    estimate_point: estimate.regained,
  }
  return { before, patch, number: known?.sequence_id, left_behind, regained }
}

/** Whom the description of each item names, in the project or not. */
async function namedInTexts({ em }: ProjectContext, ids: string[]): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ id: string; named: string[] }>`
    select i.id, array(select distinct lower(found[1]) from regexp_matches(
      i.description_html, '<mention-component[^>]* entity_identifier="([0-9a-f-]{36})"', 'gi') as found) as named
    from work_items i where i.id = any(${ids}::uuid[]) and i.description_html like '%<mention-component%'`.execute(
    query(em),
  )
  return new Map(rows.map(({ id, named }) => [id, named]))
}

/** The equal value there, else the one that it left there when it went. */
function estimateMoved(there: ReadonlyMap<string, string>, own: string | null, left: string | null = null) {
  const like = there.get(own ?? '') ?? null
  const regained = like === null ? (there.get(left ?? '') ?? null) : null
  return { becomes: like ?? regained, left: like === null ? own : null, regained }
}

/** The state an item had there, when it is still in the one that it was given since; else the one that is most like its own. */
async function statesThere(ctx: ProjectContext, target: ProjectContext) {
  const there = await ctx.em.find(
    StateEntity,
    { project_id: target.project.id, deleted_at: null, group: { $ne: 'triage' } },
    { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { sequence: 'asc', id: 'asc' } },
  )
  const here = await ctx.em.find(StateEntity, { project_id: ctx.project.id })
  const fallback = await defaultOf(target, there)
  return (id: string, back: LeftBehind | undefined) => {
    const former =
      back?.became_state_id === id ? there.find((state) => state.id === back.state_id) : undefined
    const own = here.find((state) => state.id === id)
    return former ?? stateLike(own, there) ?? fallback
  }
}

/** To each of these values, of whichever project, the same one of the estimate there; who deletes it waits. */
async function estimatesThere({ em, project }: ProjectContext, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; like: string }>`
    select point.id, there.id as like from estimate_points point
    join estimates estimate on estimate.id = point.estimate_id
    join estimates other on other.project_id = ${project.id} and other.last_used and other.deleted_at is null
      and other.type = estimate.type
    join estimate_points there on there.estimate_id = other.id and there.deleted_at is null
      and lower(there.value) = lower(point.value)
    where point.id = any(${ids}::uuid[]) order by there.id for share of there`.execute(query(em))
  return new Map(rows.map(({ id, like }) => [id, like]))
}

/** Of the items that others were parts of, those that take parts again. */
async function parentsThere({ em, project }: ProjectContext, ids: string[]): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set()
  const rows = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where('id', 'in', ids)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** What these items were called there and left there, by their ids; nothing of those that never were there. What is an epic by now is part of nothing. */
async function formerKeysOf({ em, project }: ProjectContext, items: ItemRow[]) {
  const ids = items.map((item) => item.id)
  const epics = new Set(items.flatMap((item) => (item.is_epic ? [item.id] : [])))
  const rows = await query(em)
    .selectFrom('former_work_item_keys')
    .select(['work_item_id', 'sequence_id', 'left_behind'])
    .where('project_id', '=', project.id)
    .where(sql<boolean>`work_item_id = any(${ids}::uuid[])`)
    .execute()
  const nothing = { parent_id: null, cycle_id: null, module_ids: [] }
  return new Map(
    rows.map(({ work_item_id: id, sequence_id, left_behind }) => [
      id,
      { sequence_id, left_behind: epics.has(id) ? { ...left_behind, ...nothing } : left_behind },
    ]),
  )
}

function joined(...lists: (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))]
}
