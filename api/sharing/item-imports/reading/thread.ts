import { parentPort, workerData } from 'node:worker_threads'
import type { ItemImportProblem } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { withMarkdown } from './clean-item.ts'
import { openUpload, type Upload } from './open-upload.ts'
import type { SourceRow } from './read-source.ts'
import type { SourceFile } from './source-item.ts'
import { type SourceSummary, summarize } from './summary.ts'
import { UnreadableSource } from './unreadable-source.ts'

/** A range of rows or attachments, from `from` to `to`, without `to` itself. */
export interface SourceRange {
  from: number
  to: number
}

/** Messages that ask the thread for rows, for attachments, or for the content of a file in the archive. */
export type ThreadRequest = { rows: SourceRange } | { files: SourceRange } | { path: string; most: number }

/** Messages of the thread: first the summary or a problem, then the answers to the requests. */
export type ThreadMessage =
  | { summary: SourceSummary; keys: string[] }
  | { problem: ItemImportProblem }
  | { rows: SourceRow[] }
  | { files: QueuedFile[] }
  | { content: Uint8Array | null }

/** An attachment with the position and the key of its row. */
export interface QueuedFile extends SourceFile {
  position: number
  row_key: string
}

export interface ThreadInput {
  bytes: Uint8Array
  settings: ItemImportSettings
}

const port = parentPort
if (port !== null) {
  const send = (message: ThreadMessage) => port.postMessage(message)
  const upload = await openOrNull(send)
  if (upload !== null)
    port.on('message', async (request: ThreadRequest) => send(await answer(upload, request)))
}

async function answer({ source, archive }: Upload, request: ThreadRequest): Promise<ThreadMessage> {
  if ('path' in request) return { content: (await archive?.read(request.path, request.most)) ?? null }
  if ('rows' in request)
    return { rows: source.rows.slice(request.rows.from, request.rows.to).map(withMarkdown) }
  const { from, to } = request.files
  const files = filesOf(source.rows)
    .drop(from)
    .take(to - from)
  return { files: [...files] }
}

function* filesOf(rows: readonly SourceRow[]): Generator<QueuedFile> {
  for (const [position, { key, dropped, attachments }] of rows.entries())
    if (dropped === null) for (const file of attachments) yield { ...file, position, row_key: key }
}

async function openOrNull(send: (message: ThreadMessage) => void): Promise<Upload | null> {
  // The cast is safe, because `withSource` passes a `ThreadInput`.
  const { bytes, settings } = workerData as ThreadInput
  try {
    const upload = await openUpload(bytes, settings)
    const { rows } = upload.source
    const keys = rows.filter(({ dropped }) => dropped === null).map(({ key }) => key)
    send({ summary: summarize(upload.source), keys })
    return upload
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    send({ problem: error.problem })
    return null
  }
}
