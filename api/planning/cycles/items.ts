import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { cycleCalls } from '#common/planning/cycles/calls.ts'
import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemRow } from '../../work/work-items/item-row.ts'
import { lockCyclesOrModules } from '../../work/work-items/lock-cycles-or-modules.ts'
import { lockItemsWhere } from '../../work/work-items/lock-items.ts'
import { updateItemsInBulk } from '../../work/work-items/update-items-in-bulk.ts'
import { findCycleOrModule } from '../cycles-and-modules/queries.ts'
import { getCycleStatus } from './dates.ts'
import { cycleDefinition } from './definition.ts'
import { freezeCycleStats, lockCycleStatsUntilCommit } from './freeze.ts'

type Calls = typeof cycleCalls

/** The key of `cycles.moved_on` for items that left their cycle without entering another one. */
const noCycle = '00000000-0000-0000-0000-000000000000'

/**
 * Moves the unfinished items of a cycle to another cycle, or to no cycle if `target` is null. If the source cycle
 * has already started, its statistics are stored before the move, so that the move does not change them.
 */
export async function transferCycleItems(
  ctx: ProjectContext,
  id: string,
  target: string | null,
): Promise<ResponseOf<Calls['transferCycleItems']>> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  const { em, user } = ctx
  const status = getCycleStatus(await findCycleOrModule(ctx, cycleDefinition, id))
  await lockTransfer(ctx, id, target)
  await lockFiguresOf(em, id, target)
  if (status === 'CURRENT' || status === 'COMPLETED') await freezeCycleStats(em, id)
  await updateOpenItems(em, id, target, user.id)
  return { message: 'Success' }
}

/**
 * Locks the unfinished items of a cycle and the cycle that they move to. Throws `invalid` if the other cycle is the
 * same cycle, does not exist in the project or does not accept items.
 */
export async function lockTransfer(ctx: ProjectContext, id: string, target: string | null): Promise<void> {
  if (target === id) throw invalid('new_cycle_id', 'The work items are already in this cycle.')
  // Lock items before cycles, because all other writes lock them in this order too.
  await lockOpenCycleItems(ctx.em, id)
  if (target === null) return
  const takes = (await lockCyclesOrModules(ctx, 'cycles', [target])).get(target)
  if (takes === undefined) throw invalid('new_cycle_id', 'Cycle not found in this project.')
  if (!takes) throw new AppError('invalid', 'The cycle where the issues are transferred is already completed')
}

/**
 * Moves the unfinished items of an ended cycle to `target`, or to no cycle if `target` is null, without checking
 * permissions. The caller has locked the items and `target`. The ended cycle records the moved items, so that they
 * move back if the cycle is reopened.
 */
export async function moveOpenItemsToCycle(
  em: EntityManager,
  id: string,
  target: string | null,
  userId: string,
): Promise<void> {
  await lockFiguresOf(em, id, target)
  await freezeCycleStats(em, id)
  const moved = await updateOpenItems(em, id, target, userId)
  if (moved.length === 0) return
  const ids = JSON.stringify(moved.map((item) => item.id))
  const key = target ?? noCycle
  await sql`update cycles set moved_on = moved_on ||
    jsonb_build_object(${key}::text, coalesce(moved_on -> ${key}::text, '[]') || ${ids}::jsonb)
    where id = ${id}`.execute(query(em))
}

/**
 * Locks the items that the end of this cycle moved to other cycles. Items must be locked before their cycle.
 */
export async function lockMovedCycleItems(em: EntityManager, id: string): Promise<void> {
  await lockItemsWhere(em, sql`id in (select item from ${movedItems(id)})`)
}

/**
 * Moves back the items that were moved out of this cycle when it ended. Skips items that were moved again
 * since then, and items whose new cycle has ended.
 */
export async function moveItemsBackToCycle(em: EntityManager, id: string, userId: string): Promise<void> {
  await updateItemsInBulk(em, {
    set: { cycle_id: id, updated_at: sql`now()`, updated_by: userId },
    where: sql`(work_items.id, coalesce(work_items.cycle_id, ${noCycle}::uuid)) in (
      select item, target from ${movedItems(id)} left join cycles next on next.id = target
      where next.end_date is null or next.end_date >= now())`,
  })
  await sql`update cycles set moved_on = '{}' where id = ${id}`.execute(query(em))
}

function movedItems(id: string) {
  return sql`(select target::uuid, item::uuid from cycles, jsonb_each(moved_on) as each(target, items),
    jsonb_array_elements_text(items) as one(item) where cycles.id = ${id}) moved`
}

export async function lockOpenCycleItems(em: EntityManager, id: string): Promise<void> {
  await lockItemsWhere(em, openIn(id))
}

function lockFiguresOf(em: EntityManager, id: string, target: string | null): Promise<void> {
  return lockCycleStatsUntilCommit(em, target === null ? [id] : [id, target])
}

async function updateOpenItems(
  em: EntityManager,
  id: string,
  cycle_id: string | null,
  userId: string,
): Promise<ItemRow[]> {
  const set = { cycle_id, updated_at: sql`now()`, updated_by: userId }
  return updateItemsInBulk(em, { set, where: openIn(id) })
}

function openIn(id: string) {
  return sql<boolean>`work_items.cycle_id = ${id} and state__group in ('backlog', 'unstarted', 'started')
    and deleted_at is null and archived_at is null and not is_draft`
}
