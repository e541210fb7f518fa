import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid } from '#common/platform/errors.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { canCreateWorkItems, maxValuesPerItemField } from '#common/work/work-items/rules.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { findProject } from '../../access/access.ts'
import { projectActor } from '../../access/actor.ts'
import { assertProjectNotArchived } from '../../access/guard.ts'
import { mentionedPeopleLimit } from '../../access/mentioned-people.ts'
import { assignableUsers, mentionableUsers } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { StateEntity } from '../states/entity.ts'
import type { ValuesLostInMove } from './entity.ts'
import type { ItemRow } from './item-row.ts'
import { matchLabelsByName } from './labels-and-numbers.ts'
import { stateDependentColumns } from './load.ts'
import { lockCyclesOrModules } from './lock-cycles-or-modules.ts'
import { lockEditableItems, lockItems } from './lock-items.ts'
import { findSimilarState, loadDefaultState } from './similar-state.ts'
import { loadDescendants, lockItemTrees } from './tree.ts'
import type { ItemPatch } from './write-items.ts'

/** The changes that a move makes to an item, without its new number and position. */
export interface PlannedMove {
  before: ItemRow
  patch: ItemPatch &
    Pick<ItemRow, ListName | 'state_id' | 'parent_id' | 'cycle_id' | 'module_ids' | 'estimate_point'>
  /** Number that the item had in the target project earlier. Is undefined if it was never there. */
  number: number | undefined
  left_behind: ValuesLostInMove
  /** Values that the item had in the target project earlier and gets back. */
  regained: Record<MultiValuePropertyInMovePreview, string[]> &
    Pick<ItemRow, 'parent_id' | 'cycle_id' | 'module_ids' | 'estimate_point'>
}

/** Properties with several values whose changes the preview of a move shows. */
export type MultiValuePropertyInMovePreview = Exclude<ListName, 'mention_ids'>

/**
 * Computes the changes that a move makes to items and all of their descendants, sorted by `sort_order`. The
 * function takes the same locks as the move.
 */
export async function planItemMove(
  ctx: ProjectContext,
  { issue_ids, new_project_id }: BodyOf<(typeof workItemBulkCalls)['moveWorkItems']>,
): Promise<{ target: ProjectContext; planned: PlannedMove[] }> {
  const target = await targetOf(ctx, new_project_id)
  const named = await lockEditableItems(ctx, issue_ids)
  if (named.some(isIntakeItemInTriage))
    throw invalid('issue_ids', 'Work items in intake must be accepted before they can be moved.')
  if (named.some(({ is_epic }) => is_epic) && !target.project.is_epic_enabled)
    throw invalid('new_project_id', 'Epics are turned off in the other project.')
  const below = await loadDescendants(ctx, issue_ids)
  const rows = below.length === 0 ? named : await lockItems(ctx, [...issue_ids, ...below], { trashed: true })
  const inOrder = rows.toSorted((a, b) => a.sort_order - b.sort_order)
  return { target, planned: await planItems(ctx, target, inOrder) }
}

/**
 * Returns the target project, in which the caller must be allowed to create items. Both projects stay locked
 * until the move is done.
 */
async function targetOf(ctx: ProjectContext, id: string): Promise<ProjectContext> {
  if (id === ctx.project.id) throw invalid('new_project_id', 'The work items are already in this project.')
  await lockItemTrees(ctx.em, [ctx.project.id, id])
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('new_project_id', 'Project not found.')
  const target = { ...ctx, ...found }
  if (!canCreateWorkItems(projectActor(target))) throw forbidden()
  assertProjectNotArchived(target.project)
  return target
}

type ListName = 'label_ids' | 'assignee_ids' | 'subscriber_ids' | 'mention_ids'

async function planItems(
  ctx: ProjectContext,
  target: ProjectContext,
  rows: ItemRow[],
): Promise<PlannedMove[]> {
  const ids = rows.map(({ id }) => id)
  const formerKeys = await formerKeysOf(target, rows)
  const named = await mentionsInTexts(ctx, ids)
  const left = [...formerKeys.values()].map(({ left_behind }) => left_behind)
  const inTarget = await findInTarget(ctx, target, rows, left, [...named.values()].flat())
  const moving = new Set(ids)
  return rows.map((before) => {
    const isPart = before.parent_id !== null && moving.has(before.parent_id)
    return plannedMove(before, inTarget, formerKeys.get(before.id), named.get(before.id) ?? [], isPart)
  })
}

type InTarget = Awaited<ReturnType<typeof findInTarget>>

/**
 * Finds which values of the items exist in the target project: their current values, the values that they had there
 * earlier (`left`), and the users whom their descriptions mention (`named`).
 */
async function findInTarget(
  ctx: ProjectContext,
  target: ProjectContext,
  rows: ItemRow[],
  left: ValuesLostInMove[],
  named: string[],
) {
  const { id: project_id } = target.project
  const wantedOf = (name: ListName) =>
    unique(
      rows.flatMap((row) => row[name]),
      left.flatMap((one) => one[name]),
    )
  // Keep the order of these queries, because it is the order in which they lock rows.
  return {
    project_id,
    state: await matchStates(ctx, target),
    labels: await matchLabelsByName(target.em, project_id, wantedOf('label_ids')),
    assignees: new Set(await assignableUsers(ctx.em, project_id, ctx.workspace.id, wantedOf('assignee_ids'))),
    readers: new Set(
      await mentionableUsers(
        ctx.em,
        project_id,
        ctx.workspace.id,
        unique(wantedOf('subscriber_ids'), wantedOf('mention_ids'), named),
      ),
    ),
    parents: await existingParents(
      target,
      left.flatMap(({ parent_id }) => parent_id ?? []),
    ),
    cycles: await lockCyclesOrModules(
      target,
      'cycles',
      unique(left.flatMap(({ cycle_id }) => cycle_id ?? [])),
    ),
    estimates: await matchEstimates(target, [
      ...rows.flatMap((row) => row.estimate_point ?? []),
      ...left.flatMap(({ estimate_point }) => estimate_point ?? []),
    ]),
    modules: await lockCyclesOrModules(
      target,
      'modules',
      unique(left.flatMap(({ module_ids }) => module_ids ?? [])),
    ),
  }
}

/**
 * Returns the planned move of an item. `known` contains the values that the item left in the target project
 * earlier; `isPart` is true if the parent of the item moves too.
 */
function plannedMove(
  before: ItemRow,
  inTarget: InTarget,
  known: { sequence_id: number; left_behind: ValuesLostInMove } | undefined,
  named: string[],
  isPart: boolean,
): PlannedMove {
  const former = known?.left_behind
  const all = (name: ListName) => unique(before[name], former?.[name])
  const readersOf = (ids: readonly string[]) => ids.filter((id) => inTarget.readers.has(id))
  const mentioned = all('mention_ids')
  // The description may mention users who could not see the item before, but can see the target project. The move
  // adds these users to the mentions and the subscribers of the item.
  const firstNamed = readersOf(named).filter((id) => !mentioned.includes(id))
  const parent_id = isPart ? before.parent_id : (former?.parent_id ?? null)
  const estimate = moveEstimate(inTarget.estimates, before.estimate_point, former?.estimate_point)
  const patch = {
    ...stateDependentColumns(before, inTarget.state(before.state_id, former)),
    project_id: inTarget.project_id,
    cycle_id: former?.cycle_id && inTarget.cycles.get(former.cycle_id) ? former.cycle_id : null,
    module_ids: (former?.module_ids ?? []).filter((id) => inTarget.modules.get(id)),
    estimate_point: estimate.becomes,
    parent_id: isPart || inTarget.parents.has(parent_id) ? parent_id : null,
    label_ids: unique(all('label_ids').flatMap((id) => inTarget.labels.get(id) ?? [])).slice(
      0,
      maxValuesPerItemField,
    ),
    assignee_ids: all('assignee_ids')
      .filter((id) => inTarget.assignees.has(id))
      .slice(0, maxValuesPerItemField),
    subscriber_ids: unique(readersOf(all('subscriber_ids')), firstNamed),
    mention_ids: unique(readersOf(mentioned), firstNamed).slice(0, mentionedPeopleLimit),
  }
  const left_behind = {
    state_id: before.state_id,
    became_state_id: patch.state_id,
    label_ids: before.label_ids.filter((id) => !inTarget.labels.has(id)),
    assignee_ids: before.assignee_ids.filter((id) => !inTarget.assignees.has(id)),
    subscriber_ids: before.subscriber_ids.filter((id) => !inTarget.readers.has(id)),
    mention_ids: before.mention_ids.filter((id) => !inTarget.readers.has(id)),
    parent_id: isPart ? null : before.parent_id,
    cycle_id: before.cycle_id,
    module_ids: before.module_ids,
    estimate_point: estimate.left,
  }
  const remaining = new Set(before.label_ids.map((id) => inTarget.labels.get(id)))
  const regained = {
    label_ids: patch.label_ids.filter((id) => !remaining.has(id)),
    assignee_ids: patch.assignee_ids.filter((id) => !before.assignee_ids.includes(id)),
    subscriber_ids: patch.subscriber_ids.filter((id) => !before.subscriber_ids.includes(id)),
    parent_id: isPart ? null : patch.parent_id,
    cycle_id: patch.cycle_id,
    module_ids: patch.module_ids,
    estimate_point: estimate.regained,
  }
  return { before, patch, number: known?.sequence_id, left_behind, regained }
}

/** Returns the ids of the users that each description mentions, even of users outside the project. */
async function mentionsInTexts(
  { em }: ProjectContext,
  ids: string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ id: string; named: string[] }>`
    select i.id, array(select distinct lower(found[1]) from regexp_matches(
      i.description_html, '<mention-component[^>]* entity_identifier="([0-9a-f-]{36})"', 'gi') as found) as named
    from work_items i where i.id = any(${ids}::uuid[]) and i.description_html like '%<mention-component%'`.execute(
    query(em),
  )
  return new Map(rows.map(({ id, named }) => [id, named]))
}

/**
 * Returns the new estimate of a moved item (`becomes`). It is the equal value in the target project, or
 * otherwise the value that the item lost when it left the target project earlier (`regained`). `left` is the
 * value that the item loses now.
 */
function moveEstimate(inTarget: ReadonlyMap<string, string>, own: string | null, left: string | null = null) {
  const like = inTarget.get(own ?? '') ?? null
  const regained = like === null ? (inTarget.get(left ?? '') ?? null) : null
  return { becomes: like ?? regained, left: like === null ? own : null, regained }
}

/**
 * Returns a function that finds the state of an item in the target project. An item that was in the target
 * project before gets its former state, unless its state has changed in the current project. Other items get
 * the most similar state.
 */
async function matchStates(ctx: ProjectContext, target: ProjectContext) {
  const inTarget = await ctx.em.find(
    StateEntity,
    { project_id: target.project.id, deleted_at: null, group: { $ne: 'triage' } },
    { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { sequence: 'asc', id: 'asc' } },
  )
  const sourceStates = await ctx.em.find(StateEntity, { project_id: ctx.project.id })
  const fallback = await loadDefaultState(target, inTarget)
  return (id: string, leftBehind: ValuesLostInMove | undefined) => {
    const former =
      leftBehind?.became_state_id === id
        ? inTarget.find((state) => state.id === leftBehind.state_id)
        : undefined
    const own = sourceStates.find((state) => state.id === id)
    return former ?? findSimilarState(own, inTarget) ?? fallback
  }
}

/**
 * Maps estimate values of any project to the equal values of this project's active estimate, and locks these
 * equal values.
 */
async function matchEstimates({ em, project }: ProjectContext, ids: string[]): Promise<Map<string, string>> {
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

/** Returns the ids of former parents that still accept sub-items. */
async function existingParents({ em, project }: ProjectContext, ids: string[]): Promise<Set<string | null>> {
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

/**
 * Returns the former numbers and values of items that were in this project earlier. Items that have become
 * epics get no parent, cycle or modules.
 */
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

function unique(...lists: (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))]
}
