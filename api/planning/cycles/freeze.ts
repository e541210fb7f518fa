import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import { cycleRow, type ProgressSnapshot } from '#common/planning/cycles/schema.ts'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { cycleFiguresBulkChanging, cycleFiguresChanging } from '../../work/work-items/events.ts'
import { loadFigureSettings } from '../figures/figure-settings.ts'
import { loadCycleOrModuleCounts, loadCycleOrModuleStats } from '../figures/figures.ts'
import { toIsoCycleDates } from './dates.ts'

/**
 * Returns the ended cycles whose final statistics are not stored yet: among the given ids, or among all cycles if
 * `ids` is null.
 */
export async function findCyclesToFreeze(em: EntityManager, ids: string[] | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cycles where end_date < ${new Date()} and progress_snapshot is null and deleted_at is null
      ${ids === null ? sql`` : sql`and id = any(${ids}::uuid[])`} order by id`.execute(query(em))
  return rows.map(({ id }) => id)
}

/**
 * Stores the final statistics of the ended cycles among `ids`. The function must run before the items of these
 * cycles change, because the statistics would otherwise include the change.
 */
export async function freezeEndedCycles(em: EntityManager, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  for (const id of await findCyclesToFreeze(em, ids)) await freezeCycleStats(em, id)
}

/**
 * Stores the final statistics of all ended cycles of a project. The function must run before the project changes its
 * unit of estimates or its time zone.
 */
export async function freezeEndedCyclesOfProject(em: EntityManager, projectId: string): Promise<void> {
  const cycles = await query(em)
    .selectFrom('cycles')
    .select('id')
    .where('project_id', '=', projectId)
    .where('progress_snapshot', 'is', null)
    .execute()
  await freezeEndedCycles(
    em,
    cycles.map(({ id }) => id),
  )
}

/** Before items change, stores the final statistics of the ended cycles that contain these items. */
export const freezeCyclesBeforeItemsChange = listenTo(cycleFiguresChanging, (em, { cycle_ids }) =>
  freezeEndedCycles(em, cycle_ids),
)

/**
 * Stores the final statistics of the ended cycles whose items a bulk statement is about to change. The items are not
 * loaded, so SQL selects them.
 */
export async function freezeEndedCyclesOfItems(em: EntityManager, { where, from }: Statement): Promise<void> {
  const ended = await findCyclesToFreeze(em)
  if (ended.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select distinct work_items.cycle_id as id from work_items ${from === undefined ? sql`` : sql`cross join ${from}`}
    where work_items.cycle_id = any(${ended}::uuid[]) and (${where}) order by 1`.execute(query(em))
  for (const { id } of rows) await freezeCycleStats(em, id)
}

export const freezeCyclesBeforeBulkChange = listenTo(cycleFiguresBulkChanging, freezeEndedCyclesOfItems)

interface Statement {
  where: RawBuilder<boolean>
  from?: RawBuilder<unknown> | undefined
}

/**
 * Locks the statistics of these cycles until the commit. The counting triggers take the same advisory locks in the
 * same order (`count_items_that_changed` in `schema.sql`).
 */
export async function lockCycleStatsUntilCommit(em: EntityManager, ids: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(40, hashtext(id::text))
    from (select unnest(${ids}::uuid[]) as id order by 1) held`.execute(query(em))
}

/**
 * Stores ("freezes") the current statistics of a cycle, including the current names of users and labels. If the
 * statistics of the cycle are already stored, they do not change.
 */
export async function freezeCycleStats(em: EntityManager, id: string): Promise<void> {
  const cycle = await query(em)
    .selectFrom('cycles')
    .select(['project_id', 'start_date', 'end_date', 'progress_snapshot'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (cycle === undefined || cycle.progress_snapshot !== null) return
  // Lock the statistics, so that the separate queries for counts and charts return consistent results.
  await lockCycleStatsUntilCommit(em, [id])
  const clock = await loadFigureSettings(em, cycle.project_id)
  const days = cycleDayRange(toIsoCycleDates(cycle), clock.timezone)
  const progress_snapshot: ProgressSnapshot = {
    ...(await loadCycleOrModuleCounts(em, 'cycle', [id]))(id),
    estimate_type: clock.pointsType,
  }
  const figures = await loadCycleOrModuleStats(em, 'cycle', id, days, clock)
  const after = await query(em)
    .updateTable('cycles')
    .set({
      progress_snapshot: sql`${JSON.stringify(progress_snapshot)}::jsonb`,
      frozen_figures: sql`${JSON.stringify(figures)}::jsonb`,
    })
    .where('id', '=', id)
    .returning(cycleRow.keyof().options)
    .executeTakeFirstOrThrow()
  recordBulkChanges(em, 'cycles', [{ before: { ...after, progress_snapshot: null }, after: { ...after } }])
}
