import { runSql } from './api-client.ts'
import { pollUntilTrue } from './document-clients.ts'

/** Waits until the feed reader has processed all changes, including changes that it writes itself. */
export async function waitForIdleFeedReader(
  reader: string,
  {
    server,
    cast,
  }: {
    server: { databaseUrl: string }
    cast: { workspace_id: string }
  },
): Promise<void> {
  await pollUntilTrue(async () => {
    const [row] = await runSql<{ is_read: boolean }>(
      server.databaseUrl,
      `select v.version = c.version as is_read from workspace_versions v
       join feed_cursors c on c.workspace_id = v.workspace_id where c.reader = $2 and v.workspace_id = $1`,
      [cast.workspace_id, reader],
    )
    return row?.is_read === true
  })
}
