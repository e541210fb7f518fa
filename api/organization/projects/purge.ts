import { sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import { projectRestoreCutoff } from './deleted.ts'

/** Runs hourly and deletes projects whose restore period is over. A later cleanup deletes their files. */
export const purgeProjectsJob: Job = {
  name: 'purge-projects',
  cron: '45 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  run: (_, { orm }) => purgeDeletedProjects(orm, Date.now() - clocksDiffer),
}

/**
 * A project is purged this number of milliseconds later than its restore period ends. The clocks of servers can
 * differ, and no server may restore a project that another server is purging.
 */
const clocksDiffer = 3_600_000

/**
 * Number of items that one transaction deletes. One transaction for a large project would lock the table for
 * minutes.
 */
const batch = 500

export async function purgeDeletedProjects(orm: Orm, now = Date.now()): Promise<void> {
  const due = await query(orm.em.fork())
    .selectFrom('projects')
    .select('id')
    .where('deleted_at', '<', projectRestoreCutoff(now))
    .orderBy('deleted_at')
    .execute()
  await runSequentially(
    due.map(({ id }) => id),
    (id) => purge(orm, id, now),
  )
}

/**
 * Deletes a project whose restore period is over. First checks again whether the project is deleted, because it
 * may have been restored since the list of projects was read. The project's row is deleted last, so that the
 * next run finds and continues an interrupted purge.
 */
async function purge(orm: Orm, id: string, now: number): Promise<void> {
  if (!(await isStillDue(orm, id, now))) return
  const db = query(orm.em.fork())
  const pages = sql`select p.id from pages p where p.project_ids = array[${id}::uuid]`
  const texts = sql`select 'work_item:' || i.id from work_items i where i.project_id = ${id}
    union all select 'page:' || p.id from pages p where p.project_ids = array[${id}::uuid]`
  for (const table of ['document_updates', 'documents'] as const)
    await sql`delete from ${sql.table(table)} where name in (${texts})`.execute(db)
  await sql`delete from recent_visits v using projects p where p.id = ${id} and v.workspace_id = p.workspace_id and (
    v.entity_identifier = p.id or v.entity_identifier in (${pages})
    or v.entity_identifier in (select i.id from work_items i where i.project_id = p.id))`.execute(db)
  await sql`delete from search_entries where place = ${id} or id = ${id}`.execute(db)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from work_items where id in (
        select id from work_items where project_id = ${id} limit ${batch})`.execute(db)
    if ((numAffectedRows ?? 0n) < batch) break
  }
  await sql`delete from pages where id in (${pages})`.execute(db)
  await sql`delete from user_properties where context_id = ${id}
    or context_id in (select c.id from cycles c where c.project_id = ${id})
    or context_id in (select m.id from modules m where m.project_id = ${id})`.execute(db)
  await runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    const gone = await query(em)
      .selectFrom('projects')
      .select(['name', 'workspace_id'])
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    if (gone === undefined) return
    addAuditEntry(em, {
      action: 'project.purged',
      workspace_id: gone.workspace_id,
      project_id: id,
      target: { kind: 'project', id, name: gone.name },
    })
    await query(em).deleteFrom('projects').where('id', '=', id).execute()
  })
}

/**
 * Checks again whether the project must be purged. The lock waits for a restore in progress. Later restores
 * are refused, because the restore period is over.
 */
function isStillDue(orm: Orm, id: string, now: number): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const row = await query(em)
      .selectFrom('projects')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', '<', projectRestoreCutoff(now))
      .forUpdate()
      .executeTakeFirst()
    return row !== undefined
  })
}
