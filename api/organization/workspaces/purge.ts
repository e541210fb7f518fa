import { sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { audit } from '../../platform/feed/audit-entry.ts'
import { writing } from '../../platform/feed/writing.ts'
import { oneByOne } from '../../platform/jobs/one-by-one.ts'
import { workspacesDeletedBefore } from './delete-workspace.ts'

/** Once an hour: workspaces that were deleted so long ago that nobody may get them back. Their files go as the next hour tidies up. */
export const purgeWorkspaces: Job = {
  name: 'purge-workspaces',
  cron: '50 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  run: (_, { orm }) => purgeDeletedWorkspaces(orm, Date.now() - clocksDiffer),
}

/** Milliseconds: nobody may still get back by the clock of one machine what is half gone by that of another. */
const clocksDiffer = 3_600_000

/** Items that go at once: all of a large workspace in one transaction would hold its tables for minutes. */
const batch = 500

export async function purgeDeletedWorkspaces(orm: Orm, now = Date.now()): Promise<void> {
  const due = await query(orm.em.fork())
    .selectFrom('workspaces')
    .select('id')
    .where('deleted_at', '<', workspacesDeletedBefore(now))
    .orderBy('deleted_at')
    .execute()
  await oneByOne(
    due.map(({ id }) => id),
    (id) => purge(orm, id, now),
  )
}

/**
 * The row of the workspace goes last: whoever is killed before that finds it again. It was read before others were purged; by now somebody may
 * have had it restored, at the last moment.
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
  await writing(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    const gone = await query(em)
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    if (gone === undefined) return
    audit(em, {
      action: 'workspace.purged',
      workspace_id: id,
      target: { kind: 'workspace', id, name: gone.name },
    })
    await query(em).deleteFrom('workspaces').where('id', '=', id).execute()
  })
}

/** Waits for a restore that is under way; afterwards none is let through any more, since the days are over. */
function isStillDue(orm: Orm, id: string, now: number): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const row = await query(em)
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', '<', workspacesDeletedBefore(now))
      .forUpdate()
      .executeTakeFirst()
    return row !== undefined
  })
}
