import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { type SourceRow, UnreadableSource } from './read-source.ts'
import type { SourceSummary } from './summary.ts'
import type { RowRange, ThreadInput, ThreadMessage } from './thread.ts'

/** An uploaded file that a worker thread has read. The rows stay in the thread until they are needed. */
export interface OpenSource {
  summary: SourceSummary
  /** Keys of all rows that can be imported. */
  keys: string[]
  rows(range: RowRange): Promise<SourceRow[]>
}

/** Maximum memory of the thread in megabytes, and the maximum time in milliseconds until it answers. */
const memoryMb = 1024
const timeoutMs = 60_000

/**
 * Reads the file in a worker thread, so that a large file does not delay other requests, and passes it to `use`.
 * Throws `UnreadableSource` if the file cannot be imported.
 */
export async function withSource<Result>(
  content: Readable,
  settings: ItemImportSettings,
  use: (source: OpenSource) => Promise<Result>,
): Promise<Result> {
  const bytes = new Uint8Array(await buffer(content))
  const input: ThreadInput = { bytes, settings }
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: input,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  let failure: Error | null = null
  // This listener stays registered, because an error of the thread without a listener would end the process.
  worker.on('error', (error: Error) => {
    failure = error
  })
  try {
    const first = await nextMessage(worker)
    if ('problem' in first) throw new UnreadableSource(first.problem)
    if (!('summary' in first)) throw new Error('the thread sent no summary')
    return await use({
      ...first,
      async rows(range) {
        if (failure !== null) throw problemOf(failure)
        worker.postMessage(range)
        const answer = await nextMessage(worker)
        if (!('rows' in answer)) throw new Error('the thread sent no rows')
        return answer.rows
      },
    })
  } finally {
    await worker.terminate()
  }
}

/**
 * Waits for the next message of the thread. Throws `UnreadableSource` if the thread needs too much memory or time.
 */
function nextMessage(worker: Worker): Promise<ThreadMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new UnreadableSource('too_much'))), timeoutMs)
    const onMessage = (message: ThreadMessage) => end(() => resolve(message))
    const onError = (error: Error) => end(() => reject(problemOf(error)))
    worker.once('message', onMessage)
    worker.once('error', onError)

    function end(settle: () => void): void {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', onError)
      settle()
    }
  })
}

function problemOf(error: Error): Error {
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory ? new UnreadableSource('too_much') : error
}
