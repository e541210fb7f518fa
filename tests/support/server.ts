import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#api/platform/config/config.ts'
import type { FeedReader } from '#api/platform/feed/reader.ts'
import { startServer } from '../../server.ts'
import { createDatabase } from './database.ts'
import { freePort } from './free-port.ts'

export type TestServer = {
  url: string
  databaseUrl: string
  dataDir: string
  close(): Promise<void>
}

/**
 * The whole server within the test's process, on a database and a data folder of its own. `env` holds settings that differ; `through`
 * answers the address by which the server reaches its database, where that is not the plain one. Nobody reads the change feed but who is
 * named: what they write a moment later would be taken for what a call has written.
 */
export async function startTestServer(
  env: NodeJS.ProcessEnv = {},
  through = async (databaseUrl: string) => databaseUrl,
  follows: readonly FeedReader[] = [],
): Promise<TestServer> {
  const database = await createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-server-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: await through(database.url),
    LOG_LEVEL: 'silent',
    ...env,
  })
  const server = await startServer(config, undefined, follows)
  return {
    url: server.url,
    databaseUrl: database.url,
    dataDir,
    async close() {
      await server.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
