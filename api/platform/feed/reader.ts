import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { EntityName } from '#common/entities.ts'
import type { Change } from '#common/platform/changes.ts'
import type { Bus } from '../bus.ts'
import { createKeyedWorker } from '../concurrency/keyed-worker.ts'
import type { JobPorts } from '../context/job.ts'
import { selectChangesAfter } from './changes-after.ts'
import {
  advanceReaderCursor,
  createReaderCursors,
  findWorkspacesBehind,
  lockReaderCursor,
  type ReaderStartPosition,
} from './cursors.ts'
import { getLatestChangeVersion } from './latest-change-version.ts'
import { runInChangeBatch } from './run-in-change-batch.ts'
import { feedPollMilliseconds, onFeedChanged } from './wake.ts'

/** A change as feed readers receive it. The change has fields that clients never get. */
export interface FeedChange extends Change {
  /**
   * Old values of the changed fields, or the full row if it was deleted. Is null for creates, and for old
   * changes that were stored without this data.
   */
  old_fields: Record<string, unknown> | null
  created_at: Date
}

/**
 * Processes the changes of every workspace exactly once: the writes of `handle` through `em` and the position
 * of the reader are committed together.
 */
export interface FeedReader {
  /** Name that identifies the cursors of the feed reader. This name must never change. */
  name: string
  begins: ReaderStartPosition
  /**
   * Entities that the feed reader does not need. Changes of these entities are not read and do not count
   * towards a batch.
   */
  ignores?: readonly EntityName[]
  /**
   * Runs within `runInChangeBatch()`, so that its writes to synced tables become changes too. The function
   * may be repeated after a rollback, so it must have no effect outside the transaction. For example, the
   * function enqueues an email instead of sending it. If the function throws, these changes are retried
   * later, and later changes wait.
   */
  handle(
    em: EntityManager,
    workspaceId: string,
    changes: FeedChange[],
    ports: ChangeHandlerPorts,
  ): Promise<void>
}

/** A feed reader calls `enqueue` to schedule jobs for effects that a rollback cannot undo, such as emails. */
export type ChangeHandlerPorts = Pick<JobPorts, 'enqueue'>

export interface ReaderPorts extends ChangeHandlerPorts {
  em: EntityManager
  bus: Bus
  log: Logger
}

/** Intervals of a feed reader in milliseconds. */
export interface ReaderTiming {
  poll: number
  /** Delay after a failure. The delay doubles with each further failure in the same workspace. */
  firstRetry: number
  longestRetry: number
}

const defaultTiming: ReaderTiming = { poll: feedPollMilliseconds, firstRetry: 1000, longestRetry: 300_000 }

/** Maximum number of changes per transaction. */
const batchSize = 200
/**
 * Number of workspaces that a feed reader reads in parallel. Each uses one of the twenty database
 * connections.
 */
const atOnce = 2

/** Starts a feed reader. The returned function stops the feed reader after the batch in progress. */
export function startFeedReader(
  reader: FeedReader,
  { em, bus, log, enqueue }: ReaderPorts,
  timing: ReaderTiming = defaultTiming,
): () => Promise<void> {
  const failures = createFailures(timing)
  const turns = createKeyedWorker(read, atOnce)
  let hasBegun = false
  let isFinding = false

  /** Reads a batch. Returns true if there may be more changes. */
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

  async function findWorkspaces(): Promise<void> {
    if (isFinding) return
    isFinding = true
    try {
      if (!hasBegun) await createReaderCursors(em.fork(), reader.name, reader.begins)
      hasBegun = true
      for (const workspaceId of await findWorkspacesBehind(em.fork(), reader.name)) turns.take(workspaceId)
    } catch (error) {
      log.error({ err: error, reader: reader.name }, 'a reader of the feed could not look for changes')
    } finally {
      isFinding = false
    }
  }

  const stopFollowing = onFeedChanged(
    bus,
    { onWake: turns.take, onPoll: () => void findWorkspaces() },
    timing.poll,
  )
  const firstSearch = findWorkspaces()
  return async () => {
    stopFollowing()
    await firstSearch
    await turns.end()
  }
}

/**
 * Reads and handles a batch. Only one process locks the cursor. Other processes skip the workspace, and
 * continue if that process dies.
 */
async function readBatch(
  reader: FeedReader,
  workspaceId: string,
  { em, log, enqueue }: Omit<ReaderPorts, 'bus'>,
): Promise<boolean> {
  return runInChangeBatch(em, { actor_id: null, mutation_id: null }, async (inner) => {
    const cursor = await lockReaderCursor(inner, reader.name, workspaceId)
    if (cursor === null) return false
    // Read the version before the changes. If changes up to this version are missing, they were purged.
    const written = await getLatestChangeVersion(inner, workspaceId)
    const changes = await wantedChanges(inner, reader, workspaceId, cursor)
    const isFull = changes.length === batchSize
    const oldest = await oldestStored(inner, workspaceId, cursor, changes)
    const purged = { from: cursor + 1, to: (oldest ?? written + 1) - 1 }
    if (cursor > 0 && purged.to >= purged.from)
      log.error({ reader: reader.name, ...purged }, 'changes were purged unread')
    const last = changes.at(-1)?.version ?? 0
    const to = isFull ? last : Math.max(written, last)
    if (to === cursor) return false
    if (changes.length > 0) await reader.handle(inner, workspaceId, changes, { enqueue })
    await advanceReaderCursor(inner, reader.name, workspaceId, to)
    return isFull
  })
}

async function wantedChanges(
  em: EntityManager,
  { ignores = [] }: FeedReader,
  workspaceId: string,
  cursor: number,
): Promise<FeedChange[]> {
  const rows = await selectChangesAfter(em, workspaceId, cursor)
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

/**
 * Returns the first stored version after the cursor, or undefined if there is none. Changes that the reader
 * ignores count too.
 */
async function oldestStored(
  em: EntityManager,
  workspaceId: string,
  cursor: number,
  [first]: FeedChange[],
): Promise<number | undefined> {
  if (first?.version === cursor + 1) return first.version
  const oldest = await selectChangesAfter(em, workspaceId, cursor)
    .select('version')
    .limit(1)
    .executeTakeFirst()
  return oldest && Number(oldest.version)
}

/** Counts consecutive failures per workspace, and computes when to retry. */
function createFailures({ firstRetry, longestRetry }: ReaderTiming) {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    isWaiting: (workspaceId: string) => (failures.get(workspaceId)?.until ?? 0) > Date.now(),
    forget: (workspaceId: string) => void failures.delete(workspaceId),
    /** Records a failure and returns the delay before the retry in milliseconds. */
    note(workspaceId: string): number {
      const count = (failures.get(workspaceId)?.count ?? 0) + 1
      const milliseconds = Math.min(firstRetry * 2 ** (count - 1), longestRetry)
      failures.set(workspaceId, { count, until: Date.now() + milliseconds })
      return milliseconds
    },
  }
}
