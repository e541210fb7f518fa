import { runSql } from './api-client.ts'
import { pollUntilTrue } from './document-clients.ts'

/**
 * Waits until the search index contains everything that was written so far. The server must run the `search`
 * reader.
 */
export async function waitForSearchIndex(databaseUrl: string, workspaceId: string): Promise<void> {
  await pollUntilTrue(async () => {
    const [row] = await runSql<{ is_read: boolean }>(
      databaseUrl,
      `select v.version = c.version as is_read from workspace_versions v
       join feed_cursors c on c.workspace_id = v.workspace_id where c.reader = 'search' and v.workspace_id = $1`,
      [workspaceId],
    )
    return row?.is_read === true
  })
}
