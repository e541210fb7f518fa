import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import type { SourceRow } from './read-source.ts'
import type { SourceSummary } from './summary.ts'
import type { QueuedFile, SourceRange, ThreadInput, ThreadMessage, ThreadRequest } from './thread.ts'
import { UnreadableSource } from './unreadable-source.ts'

/** An uploaded file that a worker thread has read. The rows stay in the thread until they are needed. */
export interface OpenSource {
  summary: SourceSummary
  /** Keys of all rows that can be imported. */
  keys: string[]
  rows(range: SourceRange): Promise<SourceRow[]>
  /** Returns attachments of all rows that can be imported, in the order of the rows. */
  files(range: SourceRange): Promise<QueuedFile[]>
  /** Returns the content of a file in the archive, or null if it is missing or has more than `most` bytes. */
  content(path: string, most: number): Promise<Uint8Array | null>
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
    const request = async (wanted: ThreadRequest) => {
      if (failure !== null) throw problemOf(failure)
      worker.postMessage(wanted)
      return nextMessage(worker)
    }
    return await use({
      ...first,
      async rows(range) {
        const answer = await request({ rows: range })
        if (!('rows' in answer)) throw new Error('the thread sent no rows')
        return answer.rows
      },
      async files(range) {
        const answer = await request({ files: range })
        if (!('files' in answer)) throw new Error('the thread sent no attachments')
        return answer.files
      },
      async content(path, most) {
        const answer = await request({ path, most })
        if (!('content' in answer)) throw new Error('the thread sent no content')
        return answer.content
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
