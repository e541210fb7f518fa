import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#common/call.ts'
import { forbidden, invalid } from '#common/errors.ts'
import { positionStep } from '#common/positions.ts'
import type { workItemBulkCalls } from '#common/work-items/bulk-calls.ts'
import { canCreateWorkItems, valuesLimit } from '#common/work-items/rules.ts'
import { findProject } from '../access/access.ts'
import { refuseArchived } from '../access/guard.ts'
import { moveFiles } from '../assets/moved.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { moveRelations } from '../relations/moved.ts'
import { StateEntity } from '../states/entity.ts'
import { endOfState } from './create.ts'
import type { LeftBehind } from './entity.ts'
import type { ItemRow } from './item-row.ts'
import { assignable, mentionable, numbersFor } from './links.ts'
import { actorOf, inState, stateFor } from './load.ts'
import { lockEditable, lockItems } from './lock-items.ts'
import { moveAlong } from './move-along.ts'
import { spaceAnew } from './spacing.ts'
import { belowOf, holdTrees } from './tree.ts'
import { type ItemPatch, writeItems } from './write-items.ts'

type Calls = typeof workItemBulkCalls

/**
 * Moves items to another project with all that is below them, archived or in the trash as well: a part stays with its whole. There they have
 * new keys, under the old ones they are found further on, and they stand in the state and have the labels of the same name; people who are not in
 * that project leave them. What stays behind is kept, and an item that comes back has it again, its former key too.
 */
export async function moveWorkItems(
  ctx: ProjectContext,
  { issue_ids, new_project_id }: BodyOf<Calls['moveWorkItems']>,
): Promise<AnswerOf<Calls['moveWorkItems']>> {
  const target = await targetOf(ctx, new_project_id)
  const named = await lockEditable(ctx, issue_ids)
  const below = await belowOf(ctx, issue_ids)
  const rows = below.length === 0 ? named : await lockItems(ctx, [...issue_ids, ...below], { trashed: true })
  const moved = await patchesThere(
    ctx,
    target,
    rows.toSorted((a, b) => a.sort_order - b.sort_order),
  )
  const written = await writeItems(ctx, moved)
  for (const row of new Map(written.map((one) => [one.state_id, one])).values()) await spaceAnew(ctx.em, row)
  const ids = rows.map(({ id }) => id)
  await moveRelations(ctx.em, ids, target.project.id)
  await moveAlong(ctx.em, ids, target.project.id)
  await moveFiles(ctx.em, ids, target.project.id)
  await keepFormerKeys(ctx, target, moved)
  const wanted = new Set(issue_ids)
  return written
    .filter(({ id }) => wanted.has(id))
    .map(({ id, project_id, sequence_id }) => ({ id, project_id, sequence_id }))
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

interface Moved {
  before: ItemRow
  patch: ItemPatch
  left_behind: LeftBehind
}

/** What each becomes, in the order in which they stand. */
async function patchesThere(ctx: ProjectContext, target: ProjectContext, rows: ItemRow[]): Promise<Moved[]> {
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
  }
  const moving = new Set(ids)
  const numbers = await numbersFor(
    ctx.em,
    project_id,
    ids.map((id) => had.get(id)?.sequence_id),
  )
  const places = new Map<string, number>()
  const moved: Moved[] = []
  for (const [at, before] of rows.entries()) {
    const back = had.get(before.id)?.left_behind
    const state = inState(before, there.state(before.state_id, back))
    const place = places.get(state.state_id)
    const sort_order = place === undefined ? await endOfState(target, state.state_id) : place + positionStep
    places.set(state.state_id, sort_order)
    const all = (name: ListName) => joined(before[name], back?.[name])
    const isPart = before.parent_id !== null && moving.has(before.parent_id)
    const parent_id = isPart ? before.parent_id : (back?.parent_id ?? null)
    const patch = {
      ...state,
      project_id,
      sequence_id: numbers[at] ?? 0,
      sort_order,
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
    }
    moved.push({ before, patch, left_behind })
  }
  return moved

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
  const fallback = there.find((state) => state.default) ?? (await stateFor(target, null))
  return (id: string, back: LeftBehind | undefined) => {
    const former =
      back?.became_state_id === id ? there.find((state) => state.id === back.state_id) : undefined
    const own = here.find((state) => state.id === id)
    const named = there.filter((state) => isSameName(state.name, own?.name))
    const grouped = there.filter((state) => state.group === own?.group)
    return former ?? named.find((state) => grouped.includes(state)) ?? named[0] ?? grouped[0] ?? fallback
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

/** They are found by the keys that they had, but for the one that they have again. */
async function keepFormerKeys({ em, project }: ProjectContext, target: ProjectContext, moved: Moved[]) {
  const ids = moved.map(({ before }) => before.id)
  await query(em)
    .deleteFrom('former_work_item_keys')
    .where('project_id', '=', target.project.id)
    .where(sql<boolean>`work_item_id = any(${ids}::uuid[])`)
    .execute()
  const rows = moved.map(({ before, left_behind }) => ({
    work_item_id: before.id,
    sequence_id: before.sequence_id,
    left_behind,
  }))
  await sql`
    insert into former_work_item_keys (project_id, sequence_id, work_item_id, moved_at, left_behind)
    select ${project.id}::uuid, sequence_id, work_item_id, now(), left_behind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(work_item_id uuid, sequence_id integer, left_behind jsonb)`.execute(
    query(em),
  )
}

function joined(first: readonly string[], second: readonly string[] = []): string[] {
  return [...new Set([...first, ...second])]
}

function isSameName(a: string, b: string | undefined): boolean {
  return a.toLocaleLowerCase() === b?.toLocaleLowerCase()
}
