import { parentPort, workerData } from 'node:worker_threads'
import type { ItemImportProblem } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { withMarkdown } from './clean-item.ts'
import { type ReadSource, readSource, type SourceRow, UnreadableSource } from './read-source.ts'
import { type SourceSummary, summarize } from './summary.ts'

/** A message that asks the thread to send the rows from `from` to `to`, without `to` itself. */
export interface RowRange {
  from: number
  to: number
}

/** Messages of the thread: first the summary or a problem, then the requested rows. */
export type ThreadMessage =
  | { summary: SourceSummary; keys: string[] }
  | { problem: ItemImportProblem }
  | { rows: SourceRow[] }

export interface ThreadInput {
  bytes: Uint8Array
  settings: ItemImportSettings
}

const port = parentPort
if (port !== null) {
  const send = (message: ThreadMessage) => port.postMessage(message)
  const source = readOrNull(send)
  if (source !== null)
    port.on('message', ({ from, to }: RowRange) =>
      send({ rows: source.rows.slice(from, to).map(withMarkdown) }),
    )
}

function readOrNull(send: (message: ThreadMessage) => void): ReadSource | null {
  // The cast is safe, because `withSource` passes a `ThreadInput`.
  const { bytes, settings } = workerData as ThreadInput
  try {
    const source = readSource(bytes, settings)
    const keys = source.rows.filter(({ dropped }) => dropped === null).map(({ key }) => key)
    send({ summary: summarize(source), keys })
    return source
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    send({ problem: error.problem })
    return null
  }
}
