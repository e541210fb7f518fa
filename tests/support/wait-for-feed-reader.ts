import { runSql } from './api-client.ts'
import { pollUntilTrue } from './document-clients.ts'
import type { ProjectTestServer } from './project-test-server.ts'

/** Waits until a reader of the feed has processed all changes of Acme. The server must run this reader. */
export async function waitForFeedReader(
  { server, cast }: Pick<ProjectTestServer, 'server' | 'cast'>,
  reader: string,
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
