import { pino } from 'pino'
import { createBus } from '#api/bus.ts'
import { createOrm } from '#api/db/orm.ts'
import { startReader } from '#api/feed/reader.ts'
import { createJobs } from '#api/jobs/jobs.ts'
import { jobs as everyJob } from '#api/jobs/list.ts'
import { webhooks } from '#api/webhooks/reader.ts'

/** The reader of webhooks in a process of its own that delivers nothing: `node webhook-reader-child.ts <database url>`. */
const databaseUrl = process.argv[2] ?? ''
const bus = createBus(null)
const log = pino({ level: 'silent' })
const orm = await createOrm(databaseUrl, bus)
const jobs = createJobs(everyJob, { databaseUrl, em: orm.em, bus, log })
await jobs.start(null)
startReader(
  webhooks,
  { em: orm.em, bus, log, enqueue: jobs.enqueue },
  { poll: 20, firstRetry: 20, longestRetry: 100 },
)
process.send?.('reads')
