import type { LoggedUpdates } from './log.ts'

/** A Yjs update to append, in version 1 of the update encoding. */
export interface QueuedUpdate extends Omit<LoggedUpdates, 'updates'> {
  update: Uint8Array
}

export interface UpdateAppendQueue {
  /**
   * Appends an update to the log. The promise resolves when the update is committed, and rejects if the write
   * fails. The queue writes several updates into one row. All updates of a row get the same promise, which
   * saves memory.
   */
  append(update: QueuedUpdate): Promise<void>
  /** Resolves when the queue is empty. */
  settled(): Promise<void>
}

interface Waiting extends PromiseWithResolvers<void> {
  row: LoggedUpdates
  bytes: number
}

const batchUpdates = 5000
const batchBytes = 8 * 1024 * 1024

/**
 * Appends updates in batches (group commit): while one batch is being written, new updates for all documents wait for
 * the next batch. A queue never writes two batches at the same time, so a slow disk causes larger batches and not
 * more of them.
 */
export function createUpdateAppendQueue(
  appendBatch: (rows: LoggedUpdates[]) => Promise<string[]>,
  onAppended: (appended: { name: string; seq: string }[]) => void,
): UpdateAppendQueue {
  let waiting: Waiting[] = []
  /**
   * Rows that are not full yet, by document and by the id of the user who wrote their updates. New updates are added
   * to these rows.
   */
  const unfilled = new Map<string, Map<string | null, Waiting>>()
  let running: Promise<void> | null = null

  function rowFor({ name, workspace_id, user_id, update }: QueuedUpdate): Waiting {
    const byUser = unfilled.get(name) ?? new Map<string | null, Waiting>()
    unfilled.set(name, byUser)
    const last = byUser.get(user_id)
    if (last && fits(last.row.updates.length + 1, last.bytes + update.byteLength)) return last
    const begun = {
      ...Promise.withResolvers<void>(),
      row: { name, workspace_id, updates: [], user_id },
      bytes: 0,
    }
    byUser.set(user_id, begun)
    waiting.push(begun)
    return begun
  }

  async function run(): Promise<void> {
    // Wait for the end of the current turn of the event loop, so that all updates that arrive in this turn
    // join the first batch.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize(waiting))
      waiting = waiting.slice(batch.length)
      unfilled.clear()
      try {
        const seqs = await appendBatch(batch.map(({ row }) => row))
        onAppended(batch.map(({ row: { name } }, at) => ({ name, seq: seqOf(seqs, at) })))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = null
  }

  return {
    append(update) {
      const row = rowFor(update)
      row.row.updates.push(update.update)
      row.bytes += update.update.byteLength
      running ??= run()
      return row.promise
    },
    async settled() {
      while (running !== null) await running
    },
  }
}

function batchSize(waiting: Waiting[]): number {
  let updates = 0
  let bytes = 0
  for (const [at, each] of waiting.entries()) {
    updates += each.row.updates.length
    bytes += each.bytes
    if (at > 0 && !fits(updates, bytes)) return at
  }
  return waiting.length
}

function fits(updates: number, bytes: number): boolean {
  return updates <= batchUpdates && bytes <= batchBytes
}

function seqOf(seqs: string[], at: number): string {
  const seq = seqs[at]
  if (seq === undefined) throw new Error('the database answered fewer rows than it was given')
  return seq
}
