import { sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import { workspaceRestoreCutoff } from './delete-workspace.ts'

/** Runs hourly and deletes workspaces whose restore period is over. A later cleanup deletes their files. */
export const purgeWorkspacesJob: Job = {
  name: 'purge-workspaces',
  cron: '50 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  run: (_, { orm }) => purgeDeletedWorkspaces(orm, Date.now() - clocksDiffer),
}

/**
 * A workspace is purged this number of milliseconds later than its restore period ends. The clocks of servers can
 * differ, and no server may restore a workspace that another server is purging.
 */
const clocksDiffer = 3_600_000

/**
 * Number of items that one transaction deletes. One transaction for a large workspace would lock its tables
 * for minutes.
 */
const batch = 500

export async function purgeDeletedWorkspaces(orm: Orm, now = Date.now()): Promise<void> {
  const due = await query(orm.em.fork())
    .selectFrom('workspaces')
    .select('id')
    .where('deleted_at', '<', workspaceRestoreCutoff(now))
    .orderBy('deleted_at')
    .execute()
  await runSequentially(
    due.map(({ id }) => id),
    (id) => purge(orm, id, now),
  )
}

/**
 * Deletes a workspace whose restore period is over. First checks again whether the workspace is deleted,
 * because it may have been restored since the list of workspaces was read. The workspace's row is deleted last,
 * so that the next run finds and continues an interrupted purge.
 */
async function purge(orm: Orm, id: string, now: number): Promise<void> {
  if (!(await isStillDue(orm, id, now))) return
  const db = query(orm.em.fork())
  for (const table of ['document_updates', 'documents'] as const)
    await sql`delete from ${sql.table(table)} where workspace_id = ${id}`.execute(db)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from work_items where id in (
        select id from work_items where workspace_id = ${id} limit ${batch})`.execute(db)
    if ((numAffectedRows ?? 0n) < batch) break
  }
  await runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    const gone = await query(em)
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    if (gone === undefined) return
    addAuditEntry(em, {
      action: 'workspace.purged',
      workspace_id: id,
      target: { kind: 'workspace', id, name: gone.name },
    })
    await query(em).deleteFrom('workspaces').where('id', '=', id).execute()
  })
}

/**
 * Checks again whether the workspace must be purged. The lock waits for a restore in progress. Later restores
 * are refused, because the restore period is over.
 */
function isStillDue(orm: Orm, id: string, now: number): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const row = await query(em)
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', '<', workspaceRestoreCutoff(now))
      .forUpdate()
      .executeTakeFirst()
    return row !== undefined
  })
}
