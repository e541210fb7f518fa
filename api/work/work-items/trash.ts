import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { assertItemWritable } from '../../access/guard.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { StateEntity } from '../states/entity.ts'
import { itemsRestored, itemsTrashed, itemsTrashing } from './events.ts'
import type { ItemRow } from './item-row.ts'
import { stateDependentColumns } from './load.ts'
import { lockItems } from './lock-items.ts'
import { findSimilarState, loadDefaultState } from './similar-state.ts'
import { loadDescendants, lockItemTree } from './tree.ts'
import { writeItems } from './write-items.ts'

/** SQL condition for descendants that were deleted together with the item. */
export const deletedTogetherCondition = sql`child.deleted_at = tree.deleted_at`

/**
 * Moves items and all of their descendants to the trash. Returns the number of items in `ids`, without
 * descendants.
 */
export async function trashItems(ctx: ProjectContext, ids: string[]): Promise<number> {
  await lockItemTree(ctx)
  const named = await lockItems(ctx, ids)
  for (const item of named) assertItemWritable(ctx.project, item)
  const below = await loadDescendants(ctx, ids, sql`child.deleted_at is null`)
  const rows = below.length === 0 ? named : await lockItems(ctx, [...ids, ...below])
  const deleted_at = new Date()
  await emitEvent(ctx.em, itemsTrashing, { ids: rows.map((row) => row.id) })
  await writeItems(
    ctx,
    rows.map((before) => ({ before, patch: { deleted_at, deleted_by: ctx.user.id } })),
  )
  await emitEvent(ctx.em, itemsTrashed, eventOf(ctx, rows))
  return named.length
}

/**
 * Restores items and the descendants that were deleted with them. An item whose state is gone gets the most
 * similar state. An item whose parent is still deleted moves to the top level. Items that are not deleted do
 * not change. Items whose restore period is over are treated as not found.
 */
export async function restoreItems(ctx: ProjectContext, ids: string[]): Promise<ItemRow[]> {
  await lockItemTree(ctx)
  const named = await lockItems(ctx, ids, { trashed: true })
  for (const item of named) assertItemWritable(ctx.project, item)
  const begins = oldestRestorableDeletion(Date.now())
  if (named.some((row) => row.deleted_at !== null && row.deleted_at.getTime() < begins))
    throw notFound('Issue not found')
  const below = await loadDescendants(ctx, ids, deletedTogetherCondition)
  const rows = below.length === 0 ? named : await lockItems(ctx, [...ids, ...below], { trashed: true })
  const [stateOf, orphans] = [await statesAfterRestore(ctx, rows), await trashedParents(ctx, rows)]
  const written = await writeItems(
    ctx,
    rows.map((before) => ({ before, patch: before.deleted_at === null ? {} : restored(before) })),
  )
  const back = rows.filter((row) => row.deleted_at !== null)
  await emitEvent(ctx.em, itemsRestored, eventOf(ctx, back))
  const wanted = new Set(ids)
  return written.filter((row) => wanted.has(row.id))

  function restored(before: ItemRow) {
    return {
      deleted_at: null,
      deleted_by: null,
      ...stateDependentColumns(before, stateOf(before)),
      ...(before.parent_id !== null && orphans.has(before.parent_id) && { parent_id: null }),
    }
  }
}

function eventOf({ project }: ProjectContext, rows: ItemRow[]) {
  return {
    project_id: project.id,
    ids: rows.map((row) => row.id),
    isInTriage: rows.some(isIntakeItemInTriage),
  }
}

/** Returns the state of each item, or a replacement if the state is gone. */
async function statesAfterRestore(ctx: ProjectContext, rows: ItemRow[]) {
  const { em, project } = ctx
  const states = await em.find(
    StateEntity,
    { project_id: project.id, deleted_at: null, group: { $ne: 'triage' } },
    { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { sequence: 'asc', id: 'asc' } },
  )
  const all = await em.find(StateEntity, { id: { $in: rows.map((row) => row.state_id) } })
  const fallback = await loadDefaultState(ctx, states)
  return ({ state_id, state__group }: ItemRow) =>
    all.find((state) => state__group === 'triage' && state.id === state_id) ??
    states.find((state) => state.id === state_id) ??
    findSimilarState(
      all.find((state) => state.id === state_id),
      states,
    ) ??
    fallback
}

/** Returns the parents that are deleted and not restored in this request. */
async function trashedParents(ctx: ProjectContext, rows: ItemRow[]): Promise<Set<string>> {
  const returning = new Set(rows.map((row) => row.id))
  const others = rows.flatMap(({ parent_id }) => parent_id ?? []).filter((id) => !returning.has(id))
  if (others.length === 0) return new Set()
  const trashed = await query(ctx.em)
    .selectFrom('work_items')
    .select('id')
    .where(sql<boolean>`id = any(${others}::uuid[])`)
    .where('deleted_at', 'is not', null)
    .execute()
  return new Set(trashed.map((row) => row.id))
}
