import type { EntityManager } from '@mikro-orm/postgresql'
import type { FeedChange } from '#api/platform/feed/reader.ts'
import { runSql } from './api-client.ts'

/**
 * Creates the table in which the feed reader of a test records the changes that it processes. The table has
 * no unique constraint, so a change that is processed twice would appear twice.
 */
export async function createProcessedChangesTable(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    'create table if not exists reader_notes (place bigint generated always as identity, workspace_id uuid, version bigint)',
  )
}

/**
 * Records each change in the table. Recording takes some time, so that a test that kills the process or the connection
 * usually interrupts it.
 */
export async function recordProcessedChanges(
  em: EntityManager,
  workspaceId: string,
  changes: FeedChange[],
): Promise<void> {
  for (const { version } of changes) {
    await em.execute('insert into reader_notes (workspace_id, version) select ?, ? from pg_sleep(0.002)', [
      workspaceId,
      version,
    ])
  }
}

/** Returns the recorded versions of a workspace, in the order in which the reader wrote them. */
export async function loadProcessedVersions(databaseUrl: string, workspaceId: string): Promise<number[]> {
  const rows = await runSql<{ version: string }>(
    databaseUrl,
    'select version from reader_notes where workspace_id = $1 order by place',
    [workspaceId],
  )
  return rows.map((row) => Number(row.version))
}

/** Throws an error. Tests pass this function to feed readers that must not enqueue jobs. */
export async function rejectJobEnqueue(): Promise<void> {
  throw new Error('this reader enqueues nothing')
}
