import { runSql } from './api-client.ts'
import { until } from './document-clients.ts'

/** Everything that was written in the workspace so far is found. The server has to be started with the reader `search`. */
export async function indexed(databaseUrl: string, workspaceId: string): Promise<void> {
  await until(async () => {
    const [row] = await runSql<{ is_read: boolean }>(
      databaseUrl,
      `select v.version = c.version as is_read from workspace_versions v
       join feed_cursors c on c.workspace_id = v.workspace_id where c.reader = 'search' and v.workspace_id = $1`,
      [workspaceId],
    )
    return row?.is_read === true
  })
}
