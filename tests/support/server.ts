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
 * Starts the whole server in the test's process, with its own database and data folder. `env` overrides
 * settings. `through` returns the URL by which the server reaches its database, for tests with a proxy. Only
 * the named feed readers run, since the later writes of others would look like effects of the tested call.
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
