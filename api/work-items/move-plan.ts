import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { BodyOf } from '#common/call.ts'
import { forbidden, invalid } from '#common/errors.ts'
import type { workItemBulkCalls } from '#common/work-items/bulk-calls.ts'
import { canCreateWorkItems, valuesLimit } from '#common/work-items/rules.ts'
import { findProject } from '../access/access.ts'
import { refuseArchived } from '../access/guard.ts'
import type { ProjectContext } from '../context.ts'
import { cyclesTaking } from '../cycles/taking.ts'
import { query } from '../db/orm.ts'
import { StateEntity } from '../states/entity.ts'
import type { LeftBehind } from './entity.ts'
import type { ItemRow } from './item-row.ts'
import { assignable, mentionable } from './links.ts'
import { actorOf, inState } from './load.ts'
import { lockEditable, lockItems } from './lock-items.ts'
import { defaultOf, isSameName, stateLike } from './state-like.ts'
import { belowOf, holdTrees } from './tree.ts'
import type { ItemPatch } from './write-items.ts'

/** What an item becomes in the other project, but for its number and its place there. */
export interface PlannedMove {
  before: ItemRow
  patch: ItemPatch & Pick<ItemRow, ListName | 'state_id' | 'parent_id' | 'cycle_id'>
  /** The number that it had there once, and has again. */
  number: number | undefined
  left_behind: LeftBehind
  /** What it left there once, and has again. */
  regained: Record<ShownList, string[]> & { parent_id: string | null; cycle_id: string | null }
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
  const { id: project_id } = target.project
  const ids = rows.map(({ id }) => id)
  const had = await formerKeysOf(target, ids)
  const there = {
    state: await statesThere(ctx, target),
    labels: await labelsThere(target, wantedOf('label_ids')),
    assignees: new Set(await assignable(ctx.em, project_id, ctx.workspace.id, wantedOf('assignee_ids'))),
    readers: new Set(
      await mentionable(
        ctx.em,
        project_id,
        ctx.workspace.id,
        joined(wantedOf('subscriber_ids'), wantedOf('mention_ids')),
      ),
    ),
    parents: await parentsThere(
      target,
      [...had.values()].flatMap(({ left_behind }) => left_behind.parent_id ?? []),
    ),
    cycles: await cyclesTaking(target, [
      ...new Set([...had.values()].flatMap(({ left_behind }) => left_behind.cycle_id ?? [])),
    ]),
  }
  const moving = new Set(ids)
  return rows.map((before): PlannedMove => {
    const known = had.get(before.id)
    const back = known?.left_behind
    const state = inState(before, there.state(before.state_id, back))
    const all = (name: ListName) => joined(before[name], back?.[name])
    const isPart = before.parent_id !== null && moving.has(before.parent_id)
    const parent_id = isPart ? before.parent_id : (back?.parent_id ?? null)
    const patch = {
      ...state,
      project_id,
      cycle_id: back?.cycle_id && there.cycles.get(back.cycle_id) ? back.cycle_id : null,
      parent_id: isPart || there.parents.has(parent_id) ? parent_id : null,
      label_ids: joined(all('label_ids').flatMap((id) => there.labels.get(id) ?? [])).slice(0, valuesLimit),
      assignee_ids: all('assignee_ids')
        .filter((id) => there.assignees.has(id))
        .slice(0, valuesLimit),
      subscriber_ids: all('subscriber_ids').filter((id) => there.readers.has(id)),
      mention_ids: all('mention_ids')
        .filter((id) => there.readers.has(id))
        .slice(0, valuesLimit),
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
    }
    const kept = new Set(before.label_ids.map((id) => there.labels.get(id)))
    const regained = {
      label_ids: patch.label_ids.filter((id) => !kept.has(id)),
      assignee_ids: patch.assignee_ids.filter((id) => !before.assignee_ids.includes(id)),
      subscriber_ids: patch.subscriber_ids.filter((id) => !before.subscriber_ids.includes(id)),
      parent_id: isPart ? null : patch.parent_id,
      cycle_id: patch.cycle_id,
    }
    return { before, patch, number: known?.sequence_id, left_behind, regained }
  })

  /** What the items have, and what those that come back left there. */
  function wantedOf(name: ListName): string[] {
    const left = [...had.values()].flatMap(({ left_behind }) => left_behind[name])
    return joined(
      rows.flatMap((row) => row[name]),
      left,
    )
  }
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

/** To each of these labels, of whichever project, the one that goes by the same name there; who deletes it waits. */
async function labelsThere({ em, project }: ProjectContext, ids: string[]): Promise<Map<string, string>> {
  const labels = await query(em)
    .selectFrom('labels')
    .select(['id', 'name', 'project_id'])
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([where('project_id', '=', project.id), sql<boolean>`id = any(${ids}::uuid[])`]),
    )
    .orderBy('id')
    .forShare()
    .execute()
  const there = labels.filter((label) => label.project_id === project.id)
  return new Map(
    labels.flatMap(({ id, name }) => {
      const like = there.find((one) => one.id === id) ?? there.find((one) => isSameName(one.name, name))
      return like === undefined ? [] : [[id, like.id] as const]
    }),
  )
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

/** What these items were called there and left there, by their ids; nothing of those that never were there. */
async function formerKeysOf({ em, project }: ProjectContext, ids: string[]) {
  const rows = await query(em)
    .selectFrom('former_work_item_keys')
    .select(['work_item_id', 'sequence_id', 'left_behind'])
    .where('project_id', '=', project.id)
    .where(sql<boolean>`work_item_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.work_item_id, row]))
}

function joined(first: readonly string[], second: readonly string[] = []): string[] {
  return [...new Set([...first, ...second])]
}
