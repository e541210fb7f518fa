import type { LoggedUpdate } from './log.ts'

interface Waiting {
  entry: LoggedUpdate
  resolve(seq: string): void
  reject(error: unknown): void
}

export interface AppendQueue {
  /** Resolves with the sequence number once the update is committed, rejects when it is not. */
  append(entry: LoggedUpdate): Promise<string>
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>
}

const batchEntries = 5000
const batchBytes = 8 * 1024 * 1024

/**
 * Group commit: while one batch is on its way to the database, whatever arrives for any document waits and goes together in the
 * next. One writer a queue, so a slow disk makes batches larger rather than more.
 */
export function createAppendQueue(
  appendBatch: (batch: LoggedUpdate[]) => Promise<string[]>,
  onAppended: (appended: { name: string; seq: string }[]) => void,
): AppendQueue {
  const waiting: Waiting[] = []
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    // Frames that arrived in the same turn of the event loop join the first batch.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, fitting(waiting))
      try {
        const seqs = await appendBatch(batch.map(({ entry }) => entry))
        onAppended(rowsOf(batch, seqs))
        for (const [at, { resolve }] of batch.entries()) resolve(seqOf(seqs, at))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = null
  }

  return {
    append(entry) {
      const appended = new Promise<string>((resolve, reject) => waiting.push({ entry, resolve, reject }))
      running ??= run()
      return appended
    },
    async settled() {
      while (running !== null) await running
    },
  }
}

/** Each row once, however many updates it holds. */
function rowsOf(batch: Waiting[], seqs: string[]): { name: string; seq: string }[] {
  const names = new Map(batch.map(({ entry }, at) => [seqOf(seqs, at), entry.name]))
  return [...names].map(([seq, name]) => ({ name, seq }))
}

function fitting(waiting: Waiting[]): number {
  let bytes = 0
  for (const [at, { entry }] of waiting.entries()) {
    bytes += entry.update.byteLength
    if (at > 0 && (at >= batchEntries || bytes > batchBytes)) return at
  }
  return waiting.length
}

function seqOf(seqs: string[], at: number): string {
  const seq = seqs[at]
  if (seq === undefined) throw new Error('the database answered fewer rows than it was given')
  return seq
}
