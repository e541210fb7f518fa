import { sql } from 'kysely'
import { intakeStatus } from '#common/planning/intake/rules.ts'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import { lockItemTrees } from '../../work/work-items/tree.ts'
import { recountPendingIntake } from './count.ts'

/**
 * Runs every minute. Lists already treat items whose snooze has ended as pending. This job updates the stored number
 * of pending items, and notifies clients of the change.
 */
export const unsnoozeIntakeJob: Job = {
  name: 'wake-snoozed',
  cron: '* * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 50,
  run: (_, { orm }) => unsnoozeDueIntakeItems(orm),
}

/** Sets snoozed items whose snooze has ended back to pending. */
export async function unsnoozeDueIntakeItems(orm: Orm): Promise<void> {
  const due = await query(orm.em.fork())
    .selectFrom('intake_issues')
    .select('project_id')
    .distinct()
    .where('status', '=', intakeStatus.snoozed)
    .where('snoozed_till', '<=', new Date())
    .execute()
  const systemOrigin = { actor_id: null, mutation_id: null }
  await runSequentially(due, ({ project_id }) =>
    runInChangeBatch(orm.em, systemOrigin, async (em) => {
      await lockItemTrees(em, [project_id])
      const { rows } = await sql<Record<string, unknown> & { till: Date }>`
        update intake_issues set status = ${intakeStatus.pending}, snoozed_till = null, updated_at = now(), updated_by = null
        where project_id = ${project_id} and status = ${intakeStatus.snoozed} and snoozed_till <= now()
        returning intake_issues.*, old.snoozed_till as till`.execute(query(em))
      recordBulkChanges(
        em,
        'intake_issues',
        rows.map(({ till, ...after }) => ({
          before: { ...after, status: intakeStatus.snoozed, snoozed_till: till },
          after,
        })),
      )
      await recountPendingIntake(em, project_id)
    }),
  )
}
