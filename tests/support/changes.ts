import type { Change } from '#common/changes.ts'
import { runSql } from './api-client.ts'
import type { TestServer } from './server.ts'

export type StoredChange = Omit<Change, 'version'> & { audience: string[]; left_audience: string[] }

/** The changes that `act` leaves in a workspace, in order. */
export async function changesOf(
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
