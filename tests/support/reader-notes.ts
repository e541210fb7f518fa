import type { EntityManager } from '@mikro-orm/postgresql'
import type { ReadChange } from '#api/platform/feed/reader.ts'
import { runSql } from './api-client.ts'

/** Where a test's reader writes which changes it was given; nothing in the table keeps it from writing one twice. */
export async function makeNotes(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    'create table if not exists reader_notes (place bigint generated always as identity, workspace_id uuid, version bigint)',
  )
}

/** Takes a while, so that whoever ends the process or its connection mostly meets it in the middle. */
export async function noteChanges(
  em: EntityManager,
  workspaceId: string,
  changes: ReadChange[],
): Promise<void> {
  for (const { version } of changes) {
    await em.execute('insert into reader_notes (workspace_id, version) select ?, ? from pg_sleep(0.002)', [
      workspaceId,
      version,
    ])
  }
}

/** The versions that were noted of a workspace, in the order in which they were. */
export async function notedVersions(databaseUrl: string, workspaceId: string): Promise<number[]> {
  const rows = await runSql<{ version: string }>(
    databaseUrl,
    'select version from reader_notes where workspace_id = $1 order by place',
    [workspaceId],
  )
  return rows.map((row) => Number(row.version))
}

/** For readers that leave nothing to jobs. */
export async function noJobs(): Promise<void> {
  throw new Error('this reader enqueues nothing')
}
