import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { hideRelations, showRelations } from '../relations/of-trashed.ts'
import { StateEntity } from '../states/entity.ts'
import type { ItemRow } from './item-row.ts'
import { inState, stateFor } from './load.ts'
import { lockItems } from './lock-items.ts'
import { belowOf, holdTree } from './tree.ts'
import { writeItems } from './write-items.ts'

/** Puts items into the trash, and what is below them: a part does not outlive its whole. Answers how many were named. */
export async function trashItems(ctx: ProjectContext, ids: string[]): Promise<number> {
  await holdTree(ctx)
  const named = await lockItems(ctx, ids)
  const below = await belowOf(ctx, ids, sql`child.deleted_at is null`)
  const rows = below.length === 0 ? named : await lockItems(ctx, [...ids, ...below])
  const deleted_at = new Date()
  await hideRelations(
    ctx.em,
    rows.map((row) => row.id),
  )
  await writeItems(
    ctx,
    rows.map((before) => ({ before, patch: { deleted_at } })),
  )
  return named.length
}

/**
 * Takes items out of the trash, with what went there at the same moment below them, to where they were: to the default state when their own
 * has gone meanwhile, and to the top when their parent is still in the trash. Those that are not in the trash stay as they are.
 */
export async function restoreItems(ctx: ProjectContext, ids: string[]): Promise<ItemRow[]> {
  await holdTree(ctx)
  const named = await lockItems(ctx, ids, { trashed: true })
  const below = await belowOf(ctx, ids, sql`child.deleted_at = tree.deleted_at`)
  const rows = below.length === 0 ? named : await lockItems(ctx, [...ids, ...below], { trashed: true })
  const [states, orphans] = [await livingStates(ctx), await trashedParents(ctx, rows)]
  const written = await writeItems(
    ctx,
    await Promise.all(
      rows.map(async (before) => ({
        before,
        patch: before.deleted_at === null ? {} : await restored(before),
      })),
    ),
  )
  await showRelations(
    ctx.em,
    rows.filter((row) => row.deleted_at !== null).map((row) => row.id),
  )
  const wanted = new Set(ids)
  return written.filter((row) => wanted.has(row.id))

  async function restored(before: ItemRow) {
    return {
      deleted_at: null,
      ...(!states.has(before.state_id) && inState(before, await stateFor(ctx, null))),
      ...(before.parent_id !== null && orphans.has(before.parent_id) && { parent_id: null }),
    }
  }
}

async function livingStates(ctx: ProjectContext): Promise<Set<string>> {
  const states = await ctx.em.find(
    StateEntity,
    { project_id: ctx.project.id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } },
  )
  return new Set(states.map((state) => state.id))
}

/** Of the parents of these rows, those that are in the trash and do not come back with them. */
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
