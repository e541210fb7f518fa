import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { stateDependentColumns } from '../work-items/load.ts'
import { lockAvailableItems } from '../work-items/lock-items.ts'
import { lockItemTrees } from '../work-items/tree.ts'
import { type ItemPatch, writeItems } from '../work-items/write-items.ts'
import { dueForArchiveCondition, dueForClosingCondition, loadAutoCloseState } from './due.ts'

/** Runs every night. Archives completed items and closes inactive items, as configured in each project. */
export const runAutomationsJob: Job = {
  name: 'run-automations',
  cron: '0 1 * * *',
  retries: 2,
  retryAfter: [60, 600],
  endsWithin: 3600,
  run: (_, { orm }) => runAllAutomations(orm),
}

/**
 * Number of items per transaction. Small transactions hold locks only briefly, like a bulk change by a user.
 */
const itemsPerTransaction = 200

/**
 * Runs the automations of all projects. A changed item counts as updated, so the next run does not change it
 * again.
 */
export async function runAllAutomations(orm: Orm): Promise<void> {
  const projects = await query(orm.em.fork())
    .selectFrom('projects')
    .select(['id', 'created_by'])
    .where(sql<boolean>`archive_in > 0 or close_in > 0`)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    // Skip deleted workspaces, which can still be restored.
    .where(sql<boolean>`workspace_id in (select id from workspaces where deleted_at is null)`)
    .orderBy('id')
    .execute()
  await runSequentially(projects, async ({ id, created_by }) => {
    const origin = { actor_id: created_by, mutation_id: null }
    let isMore = true
    while (isMore) isMore = await runInChangeBatch(orm.em, origin, (em) => runForProject(em, id))
  })
}

/**
 * Runs the automations of a project with its current settings. Returns true if there may be more items to
 * process.
 */
async function runForProject(em: EntityManager, projectId: string): Promise<boolean> {
  await lockItemTrees(em, [projectId])
  const project = await query(em)
    .selectFrom('projects')
    .select(['id', 'created_by', 'archive_in', 'close_in', 'default_state'])
    .where('id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (project === undefined) return false
  const { archive_in, close_in, created_by } = project
  const now = new Date()
  const changeDue = async (due: RawBuilder<boolean>, patchOf: (row: ItemRow) => ItemPatch) => {
    const rows = await lockAvailableItems(em, due, itemsPerTransaction)
    const actor = { em, user: { id: created_by ?? null } }
    await writeItems(
      actor,
      rows.map((before) => ({ before, patch: patchOf(before) })),
    )
    return rows.length === itemsPerTransaction
  }
  const state = close_in > 0 ? await loadAutoCloseState(em, project) : null
  const archivesMore =
    archive_in > 0 &&
    (await changeDue(dueForArchiveCondition(projectId, archive_in), () => ({ archived_at: now })))
  const closesMore =
    state !== null &&
    (await changeDue(dueForClosingCondition(projectId, close_in), (row) => stateDependentColumns(row, state)))
  return archivesMore || closesMore
}
