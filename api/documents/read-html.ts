import { Worker } from 'node:worker_threads'
import type { Node } from '@tiptap/pm/model'
import { InvalidDocument } from '#common/document/parse-json.ts'
import { documentSchema } from '#common/document/schema.ts'

/** Characters of HTML that parse in a few tens of milliseconds; more would keep everyone else waiting. */
const inlineLength = 32_768
const slowestMs = 30_000

/**
 * A document of HTML. The parser is loaded when the first HTML comes, and what is long is parsed in a thread of its own. Throws
 * `InvalidDocument`.
 */
export async function readHtml(html: string): Promise<Node> {
  if (html.length > inlineLength) return parseInThread(html)
  const { nodeFromHtml } = await import('./parse-html.ts')
  return nodeFromHtml(html)
}

async function parseInThread(html: string): Promise<Node> {
  const worker = new Worker(new URL('./parse-html-worker.ts', import.meta.url), { workerData: html })
  const timer = setTimeout(() => void worker.terminate(), slowestMs)
  try {
    return await new Promise<Node>((resolve, reject) => {
      worker.once('message', (answer: { json?: unknown; invalid?: string }) =>
        answer.invalid === undefined
          ? resolve(documentSchema().nodeFromJSON(answer.json))
          : reject(new InvalidDocument(answer.invalid)),
      )
      worker.once('error', reject)
      worker.once('exit', () => reject(new InvalidDocument('The document takes too long to read.')))
    })
  } finally {
    clearTimeout(timer)
    void worker.terminate()
  }
}
