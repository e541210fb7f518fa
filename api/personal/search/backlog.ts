import { sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { findNextIdsToIndex, type SearchSource, searchSources } from './sources.ts'
import { writeSearchEntries } from './write-entries.ts'

const batchSize = 1000

/** Runs every minute and indexes rows that existed before the search index, until all are indexed. */
export const indexExistingRowsJob: Job = {
  name: 'index-backlog',
  cron: '* * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 3600,
  run: async (_, { orm }) => {
    while (await indexNextRows(orm)) {
      // The loop has no body, because `indexNextRows` runs each batch in its own transaction.
    }
  },
}

/**
 * Indexes the next rows of one workspace. Returns false when nothing is left. Rows that another process has locked are
 * skipped.
 */
export async function indexNextRows(orm: Orm): Promise<boolean> {
  return orm.em.fork().transactional(async (transaction) => {
    const em = transaction as Orm['em']
    const { rows } = await sql<{ workspace_id: string; source: SearchSource; after: string }>`
      select workspace_id, source, after from search_backlog order by workspace_id limit 1 for update skip locked`.execute(
      query(em),
    )
    const [next] = rows
    if (next === undefined) return false
    const { workspace_id, source, after } = next
    const ids = await findNextIdsToIndex(em, workspace_id, source, after, batchSize)
    await writeSearchEntries(em, workspace_id, source, ids)
    const last = ids.at(-1)
    const following = searchSources[searchSources.indexOf(source) + 1]
    if (last !== undefined) {
      await sql`update search_backlog set after = ${last} where workspace_id = ${workspace_id}`.execute(
        query(em),
      )
    } else if (following !== undefined) {
      await sql`update search_backlog set source = ${following}, after = '00000000-0000-0000-0000-000000000000'
        where workspace_id = ${workspace_id}`.execute(query(em))
    } else await sql`delete from search_backlog where workspace_id = ${workspace_id}`.execute(query(em))
    return true
  })
}
