import type { Change } from '#common/platform/changes.ts'
import { runSql } from './api-client.ts'
import type { TestServer } from './server.ts'

export type StoredChange = Omit<Change, 'version'> & { audience: string[]; left_audience: string[] }

/** Returns the changes that `act` writes to the feed of a workspace, in order. */
export async function recordFeedChanges(
  server: Pick<TestServer, 'databaseUrl'>,
  workspaceId: string,
  act: () => Promise<unknown>,
): Promise<StoredChange[]> {
  const [before] = await runSql<{ version: string }>(
    server.databaseUrl,
    'select version from workspace_versions where workspace_id = $1',
    [workspaceId],
  )
  await act()
  return runSql<StoredChange>(
    server.databaseUrl,
    `select entity, entity_id as id, op, fields, actor_id, mutation_id, audience, left_audience
     from changes where workspace_id = $1 and version > $2 order by version`,
    [workspaceId, before?.version],
  )
}

/** Adds `mark` to the old values of every change, so that a test sees where old values leak. */
export async function markOldValuesOfChanges(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  mark: string,
): Promise<void> {
  const marked = `coalesce(old_fields, '{}') || '{"${mark}": "${mark}"}'`
  await runSql(databaseUrl, `update changes set old_fields = ${marked}`)
  await runSql(
    databaseUrl,
    `create function mark_old_fields() returns trigger language plpgsql as $$
     begin new.old_fields := ${marked.replace('old_fields', 'new.old_fields')}; return new; end $$`,
  )
  await runSql(
    databaseUrl,
    'create trigger mark_old_fields before insert on changes for each row execute function mark_old_fields()',
  )
}
