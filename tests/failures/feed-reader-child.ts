import { pino } from 'pino'
import { activities } from '#api/activities/reader.ts'
import { createBus } from '#api/bus.ts'
import { createOrm } from '#api/db/orm.ts'
import { type FeedReader, startReader } from '#api/feed/reader.ts'
import { noJobs, noteChanges } from '../support/reader-notes.ts'

/** A reader in a process of its own, for tests that kill it: `node feed-reader-child.ts <database url> [activities]`; else one that takes notes. */
const bus = createBus(null)
const orm = await createOrm(process.argv[2] ?? '', bus)
const notes: FeedReader = { name: 'notes', begins: 'oldest', handle: noteChanges }
startReader(
  process.argv[3] === activities.name ? activities : notes,
  { em: orm.em, bus, log: pino({ level: 'silent' }), enqueue: noJobs },
  { poll: 20, firstRetry: 20, longestRetry: 100 },
)
process.send?.('reads')
