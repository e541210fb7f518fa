import { pino } from 'pino'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import { type FeedReader, startFeedReader } from '#api/platform/feed/reader.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { recordProcessedChanges, rejectJobEnqueue } from '../support/reader-notes.ts'

/**
 * Runs a reader of the change feed in a child process, for tests that kill it: `node feed-reader-child.ts
 * <database url> [activities]`. Without `activities`, the reader only records the changes that it receives.
 */
const bus = createBus(null)
const orm = await createOrm(process.argv[2] ?? '', bus)
const notes: FeedReader = { name: 'notes', begins: 'oldest', handle: recordProcessedChanges }
startFeedReader(
  process.argv[3] === activitiesReader.name ? activitiesReader : notes,
  { em: orm.em, bus, log: pino({ level: 'silent' }), enqueue: rejectJobEnqueue },
  { poll: 20, firstRetry: 20, longestRetry: 100 },
)
process.send?.('reads')
