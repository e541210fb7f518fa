import type { EntityManager } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { createOrm } from '#api/create-orm.ts'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createSettings } from '#api/operation/instance/settings.ts'
import { createBus } from '#api/platform/bus.ts'
import { type Config, readConfig } from '#api/platform/config/config.ts'
import type { Job, JobPorts } from '#api/platform/context/job.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { createRateLimits } from '#api/platform/http/limits.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { createMailer } from '#api/platform/mail/mailer.ts'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { createPictureProcessor } from '#api/platform/pictures/picture-processor.ts'
import { createDiskStorage } from '#api/platform/storage/disk.ts'
import { runSql } from './api-client.ts'
import { pollUntilTrue } from './document-clients.ts'
import type { TestServer } from './server.ts'

export interface TestJobRunner {
  orm: Orm
  config: Config
  enqueue: JobPorts['enqueue']
  /** Waits until no job of this kind is left, except jobs that wait for a retry. */
  done(job: Job<never>): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs jobs next to a server, on its database. Scheduled jobs of the server are disabled, so that the test
 * decides when they run.
 */
export async function startTestJobRunner(
  { url, dataDir, databaseUrl }: Pick<TestServer, 'url' | 'dataDir' | 'databaseUrl'>,
  list: Job[],
  env: Record<string, string> = {},
): Promise<TestJobRunner> {
  await runSql(databaseUrl, 'delete from pgboss.schedule')
  const config = readConfig({ APP_URL: url, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env })
  const bus = createBus(null)
  const orm = await createOrm(databaseUrl, bus)
  const log = pino({ level: 'silent' })
  const jobs = createJobQueue(list, { databaseUrl, em: orm.em as EntityManager, bus, log })
  const settings = await createSettings({ config, em: orm.em, bus, log })
  const pictures = createPictureProcessor(log)
  const limits = createRateLimits(config)
  await jobs.start({
    ...{ orm, log, config, settings, bus, jobs, pictures, limits },
    ...{ mailer: createMailer({ config, settings, log }), enqueue: jobs.enqueue },
    documents: createDocumentWriter({
      em: orm.em as EntityManager,
      bus,
      storeDocumentContent,
      loadStoredHtml,
    }),
    web: createSafeHttpClient({ reachable: config.reachableNetworks }),
    storage: createDiskStorage(dataDir),
  })
  return {
    ...{ orm, config, enqueue: jobs.enqueue },
    done: ({ name }) =>
      pollUntilTrue(async () => {
        const [row] = await runSql<{ waiting: number }>(
          databaseUrl,
          "select count(*)::int as waiting from pgboss.job where name = $1 and state <> 'retry'",
          [name],
        )
        return row?.waiting === 0
      }),
    async stop() {
      settings.close()
      await jobs.stop()
      pictures.close()
      limits.close()
      await orm.close(true)
      await bus.close()
    },
  }
}
