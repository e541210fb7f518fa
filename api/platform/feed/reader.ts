import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { EntityName } from '#common/entities.ts'
import type { Change } from '#common/platform/changes.ts'
import type { Bus } from '../bus.ts'
import { createKeyedWorker } from '../concurrency/keyed-worker.ts'
import type { JobPorts } from '../context/job.ts'
import { changesAfter } from './changes-after.ts'
import { advanceCursor, type Beginning, beginReader, lockCursor, workspacesBehind } from './cursors.ts'
import { changesVersion } from './versions.ts'
import { followFeed, pollMilliseconds } from './wake.ts'
import { writing } from './writing.ts'

/** A change as a reader gets it, with what clients are never told. */
export interface ReadChange extends Change {
  /** What the changed fields were; of a deleted row all of it. Null on create, and of changes from before it was kept. */
  old_fields: Record<string, unknown> | null
  created_at: Date
}

/** Follows the feed of every workspace, exactly once: what it writes by `em` and how far it has come are committed together. */
export interface FeedReader {
  /** Its cursors are kept under this name, so it never changes. */
  name: string
  begins: Beginning
  /** Entities whose changes say nothing to it: they are not even read, and do not count towards a batch. */
  ignores?: readonly EntityName[]
  /**
   * Runs within `writing()`, so that what it writes to synced tables is heard in turn. It may run again for the same changes when all it did
   * was undone; so it does nothing that the transaction does not hold: it enqueues a mail, it does not send one. When it throws, these
   * changes are tried again later, and those behind them wait.
   */
  handle(em: EntityManager, workspaceId: string, changes: ReadChange[], ports: HandlePorts): Promise<void>
}

/** By which a reader leaves to a job what a transaction cannot take back. */
export type HandlePorts = Pick<JobPorts, 'enqueue'>

export interface ReaderPorts extends HandlePorts {
  em: EntityManager
  bus: Bus
  log: Logger
}

/** All in milliseconds. */
export interface ReaderTiming {
  poll: number
  /** After a failure, doubled with each that follows in the same workspace. */
  firstRetry: number
  longestRetry: number
}

const defaultTiming: ReaderTiming = { poll: pollMilliseconds, firstRetry: 1000, longestRetry: 300_000 }

/** Changes handled in one transaction. */
const batchSize = 200
/** Workspaces that a reader reads at once in a process; each holds a connection of the twenty. */
const atOnce = 2

/** Reads until it is stopped, which waits for what is under way. */
export function startReader(
  reader: FeedReader,
  { em, bus, log, enqueue }: ReaderPorts,
  timing: ReaderTiming = defaultTiming,
): () => Promise<void> {
  const failures = createFailures(timing)
  const turns = createKeyedWorker(read, atOnce)
  let hasBegun = false
  let isLooking = false

  /** Answers whether there may be more. */
  async function read(workspaceId: string): Promise<boolean> {
    if (!hasBegun || failures.isWaiting(workspaceId)) return false
    try {
      const isFull = await readBatch(reader, workspaceId, { em, log, enqueue })
      failures.forget(workspaceId)
      return isFull
    } catch (error) {
      const milliseconds = failures.note(workspaceId)
      log.error(
        { err: error, reader: reader.name, workspace_id: workspaceId },
        `a reader of the feed failed and tries again in ${milliseconds} ms`,
      )
      return false
    }
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      if (!hasBegun) await beginReader(em.fork(), reader.name, reader.begins)
      hasBegun = true
      for (const workspaceId of await workspacesBehind(em.fork(), reader.name)) turns.take(workspaceId)
    } catch (error) {
      log.error({ err: error, reader: reader.name }, 'a reader of the feed could not look for changes')
    } finally {
      isLooking = false
    }
  }

  const stopFollowing = followFeed(bus, { woken: turns.take, look: () => void look() }, timing.poll)
  const looked = look()
  return async () => {
    stopFollowing()
    await looked
    await turns.end()
  }
}

/** Of several processes one holds the cursor; the others leave the workspace to it, and find it free when it dies. */
async function readBatch(
  reader: FeedReader,
  workspaceId: string,
  { em, log, enqueue }: Omit<ReaderPorts, 'bus'>,
): Promise<boolean> {
  return writing(em, { actor_id: null, mutation_id: null }, async (inner) => {
    const cursor = await lockCursor(inner, reader.name, workspaceId)
    if (cursor === null) return false
    // Read before the changes: whatever of them is not there up to this version was purged.
    const written = await changesVersion(inner, workspaceId)
    const changes = await wantedChanges(inner, reader, workspaceId, cursor)
    const isFull = changes.length === batchSize
    const oldest = await oldestKept(inner, workspaceId, cursor, changes)
    const purged = { from: cursor + 1, to: (oldest ?? written + 1) - 1 }
    if (cursor > 0 && purged.to >= purged.from)
      log.error({ reader: reader.name, ...purged }, 'changes were purged unread')
    const last = changes.at(-1)?.version ?? 0
    const to = isFull ? last : Math.max(written, last)
    if (to === cursor) return false
    if (changes.length > 0) await reader.handle(inner, workspaceId, changes, { enqueue })
    await advanceCursor(inner, reader.name, workspaceId, to)
    return isFull
  })
}

async function wantedChanges(
  em: EntityManager,
  { ignores = [] }: FeedReader,
  workspaceId: string,
  cursor: number,
): Promise<ReadChange[]> {
  const rows = await changesAfter(em, workspaceId, cursor)
    .select(columns)
    .$if(ignores.length > 0, (all) => all.where(sql<boolean>`entity <> all(${ignores}::text[])`))
    .limit(batchSize)
    .execute()
  return rows.map(({ entity_id: id, version, ...row }) => ({ ...row, id, version: Number(version) }))
}

const columns = [
  ...(['version', 'entity', 'entity_id', 'op', 'fields', 'old_fields'] as const),
  ...(['actor_id', 'mutation_id', 'created_at'] as const),
]

/** The version of the first change behind the cursor, whether it is wanted or not; undefined where there is none. */
async function oldestKept(
  em: EntityManager,
  workspaceId: string,
  cursor: number,
  [first]: ReadChange[],
): Promise<number | undefined> {
  if (first?.version === cursor + 1) return first.version
  const kept = await changesAfter(em, workspaceId, cursor).select('version').limit(1).executeTakeFirst()
  return kept && Number(kept.version)
}

/** Which workspaces have failed how often in a row, and until when they wait. */
function createFailures({ firstRetry, longestRetry }: ReaderTiming) {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    isWaiting: (workspaceId: string) => (failures.get(workspaceId)?.until ?? 0) > Date.now(),
    forget: (workspaceId: string) => void failures.delete(workspaceId),
    /** Answers how many milliseconds to wait. */
    note(workspaceId: string): number {
      const count = (failures.get(workspaceId)?.count ?? 0) + 1
      const milliseconds = Math.min(firstRetry * 2 ** (count - 1), longestRetry)
      failures.set(workspaceId, { count, until: Date.now() + milliseconds })
      return milliseconds
    },
  }
}
