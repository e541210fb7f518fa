import { pino } from 'pino'
import { createOrm } from '#api/create-orm.ts'
import { jobs as everyJob } from '#api/job-list.ts'
import { createBus } from '#api/platform/bus.ts'
import { startFeedReader } from '#api/platform/feed/reader.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { webhooksReader } from '#api/sharing/webhooks/reader.ts'

/**
 * Runs the reader that queues webhook deliveries in a child process, which delivers nothing: `node
 * webhook-reader-child.ts <database url>`.
 */
const databaseUrl = process.argv[2] ?? ''
const bus = createBus(null)
const log = pino({ level: 'silent' })
const orm = await createOrm(databaseUrl, bus)
const jobs = createJobQueue(everyJob, { databaseUrl, em: orm.em, bus, log })
await jobs.start(null)
startFeedReader(
  webhooksReader,
  { em: orm.em, bus, log, enqueue: jobs.enqueue },
  { poll: 20, firstRetry: 20, longestRetry: 100 },
)
process.send?.('reads')
