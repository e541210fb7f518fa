import { parentPort } from 'node:worker_threads'
import { AppError, type ErrorCode, type ErrorDetails } from '#common/platform/errors.ts'
import { type ParsedBody, parseBody, type UnparsedBody } from '#common/platform/parse-body.ts'
import { type MergedDocument, type MergeTask, mergeDocument } from './merge-document.ts'
import type { FileToParse, ParsedFile } from './parse-imported-file.ts'

/** A task for a worker thread: a merge, a file to read, or a request body to parse. */
export type ThreadTask = MergeTask | { file: FileToParse } | { body: UnparsedBody }

/** Result of a task. The thread sends results in the order of the tasks. */
export type ThreadResult =
  | { merged: MergedDocument }
  | { read: ParsedFile }
  | { parsed: ParsedBody }
  | { refused: { code: ErrorCode; message: string; details: ErrorDetails } }
  | { failed: string }

parentPort?.on('message', (task: ThreadTask) => {
  void answerOf(task)
    .catch(answerTo)
    .then((answer) => parentPort?.postMessage(answer, 'merged' in answer ? buffersOf(answer.merged) : []))
})

async function answerOf(task: ThreadTask): Promise<ThreadResult> {
  if ('body' in task) return { parsed: parseBody(task.body) }
  if (!('file' in task)) return { merged: await mergeDocument(task) }
  // Load the parser on demand, because most threads never need it.
  const { parseImportedFile } = await import('./parse-imported-file.ts')
  return { read: parseImportedFile(task.file) }
}

/**
 * Returns the buffers that are transferred to the other thread without copying. Small arrays are left out,
 * because several of them may share one buffer.
 */
function buffersOf({ state, pieces, updates, derived, before }: MergedDocument): ArrayBuffer[] {
  const all = [
    state,
    ...pieces,
    ...updates,
    derived.json,
    derived.text,
    ...(before ? [before.json, before.text] : []),
  ]
  const buffers = all
    .filter(({ buffer, byteLength }) => byteLength > 0 && buffer.byteLength === byteLength)
    .map(({ buffer }) => buffer)
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}

function answerTo(error: unknown): ThreadResult {
  if (!(error instanceof AppError))
    return { failed: error instanceof Error ? String(error.stack) : String(error) }
  const { code, message, details } = error
  return { refused: { code, message, details } }
}
