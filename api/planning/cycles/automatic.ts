import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { AutomaticCyclesRow } from '#common/organization/projects/automatic-cycles.ts'
import { computeMissingAutomaticCycles, nextCycleNumber } from '#common/planning/cycles/automatic.ts'
import type { cycleCalls } from '#common/planning/cycles/calls.ts'
import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import { computeCycleTimestamps } from '#common/planning/cycles/timestamps.ts'
import { cycleOrModuleLimit } from '#common/planning/cycles-and-modules/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { localDay } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { type Project, ProjectEntity } from '../../organization/projects/entity.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import {
  cycleOrModulePositionStep,
  lockProjectForCyclesAndModules,
  newCycleOrModuleColumns,
} from '../cycles-and-modules/commands.ts'
import { toIsoCycleDates } from './dates.ts'
import { CycleEntity } from './entity.ts'
import { lockOpenCycleItems, moveOpenItemsToCycle } from './items.ts'

type Calls = typeof cycleCalls

/**
 * Turns on automatic cycles. Creates the missing cycles in the same transaction, so that the client receives them
 * with the response.
 */
export async function setAutomaticCycles(
  { em, project: { id }, user }: ProjectContext,
  sent: BodyOf<Calls['setAutomaticCycles']>,
): Promise<AutomaticCyclesRow> {
  const project = await lockProject(em, id)
  const since = project.automatic_cycles?.since ?? new Date().toISOString()
  const automatic_cycles = { ...sent, since, set_by: user.id }
  em.assign(project, { automatic_cycles, updated_by: user.id })
  await em.flush()
  await createMissing(em, project, automatic_cycles)
  return automatic_cycles
}

/** Turns off automatic cycles. Existing cycles do not change. */
export async function stopAutomaticCycles({ em, project, user }: ProjectContext): Promise<undefined> {
  em.assign(await lockProject(em, project.id), { automatic_cycles: null, updated_by: user.id })
  await em.flush()
}

/**
 * Runs every 15 minutes, because time zone offsets are multiples of 15 minutes and a day can therefore end at
 * any quarter of an hour.
 */
export const automaticCyclesJob: Job = {
  name: 'keep-cycles-ahead',
  cron: '*/15 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 600,
  run: (_, { orm }) => createDueCycles(orm),
}

/** Creates missing cycles and moves unfinished items out of cycles that have ended. */
export async function createDueCycles(orm: Orm): Promise<void> {
  const projects = await query(orm.em.fork())
    .selectFrom('projects')
    .select(['id', 'automatic_cycles'])
    .where('automatic_cycles', 'is not', null)
    .where('cycle_view', '=', true)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    // Skip deleted workspaces. Their rows still exist, because the workspaces can be restored.
    .where(sql<boolean>`workspace_id in (select id from workspaces where deleted_at is null)`)
    .orderBy('id')
    .execute()
  await runSequentially(projects, ({ id, automatic_cycles }) => {
    const origin = { actor_id: automatic_cycles?.set_by ?? null, mutation_id: null }
    return runInChangeBatch(orm.em, origin, async (em) => {
      const project = await lockProject(em, id)
      const { automatic_cycles: setting, cycle_view, archived_at, deleted_at } = project
      // Check the settings again, because they may have changed before this transaction locked the project.
      if (setting === null || !cycle_view || archived_at !== null || deleted_at !== null) return
      await createMissing(em, project, setting)
    })
  })
}

/** Locks the project and then reads its current row. */
async function lockProject(em: EntityManager, id: string): Promise<Project> {
  await lockProjectForCyclesAndModules({ em, project: { id } })
  return em.findOneOrFail(ProjectEntity, { id }, { refresh: true })
}

async function createMissing(
  em: EntityManager,
  project: Project,
  setting: AutomaticCyclesRow,
): Promise<void> {
  const { id: project_id, workspace_id, timezone } = project
  const known = await query(em)
    .selectFrom('cycles')
    .select(['name', 'start_date', 'end_date', 'sort_order'])
    .where('project_id', '=', project_id)
    .where('deleted_at', 'is', null)
    .execute()
  const days = known.flatMap((cycle) => cycleDayRange(toIsoCycleDates(cycle), timezone) ?? [])
  const names = known.map(({ name }) => name)
  let number = nextCycleNumber(setting.name, names)
  let sort_order = Math.min(
    ...known.map((cycle) => cycle.sort_order),
    firstPosition + cycleOrModulePositionStep,
  )
  const missing = computeMissingAutomaticCycles(setting, days, localDay(Date.now(), timezone))
  for (const span of missing.slice(0, Math.max(0, cycleOrModuleLimit - known.length))) {
    sort_order -= cycleOrModulePositionStep
    em.create(CycleEntity, {
      ...computeCycleTimestamps(span, timezone),
      id: newId(),
      ...newCycleOrModuleColumns(workspace_id, project_id, setting.set_by),
      name: `${setting.name} ${number++}`,
      description: '',
      owned_by_id: setting.set_by,
      logo_props: {},
      sort_order,
      progress_snapshot: null,
    })
  }
  await em.flush()
  if (setting.rolls_over) await rollOverOpenItems(em, project_id, setting)
}

/**
 * Moves unfinished items from the last ended cycle to the current cycle, or to the next cycle. Cycles that
 * ended before automatic cycles were turned on do not change.
 */
async function rollOverOpenItems(
  em: EntityManager,
  projectId: string,
  { since, set_by }: AutomaticCyclesRow,
): Promise<void> {
  const cycles = query(em)
    .selectFrom('cycles')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .limit(1)
  const ended = await cycles
    .where(sql<boolean>`end_date < now() and end_date >= ${since}`)
    .orderBy('end_date', 'desc')
    .executeTakeFirst()
  if (ended === undefined) return
  // Lock items before cycles, as in every other write. A concurrent delete of the next cycle waits for this
  // lock and then removes the items that were just moved into it.
  await lockOpenCycleItems(em, ended.id)
  const next = await cycles
    .where(sql<boolean>`end_date >= now()`)
    .orderBy('start_date')
    .forShare()
    .executeTakeFirst()
  if (next !== undefined) await moveOpenItemsToCycle(em, ended.id, next.id, set_by)
}
