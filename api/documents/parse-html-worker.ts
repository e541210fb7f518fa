import { parentPort, workerData } from 'node:worker_threads'
import { InvalidDocument } from '#common/document/parse-json.ts'
import { nodeFromHtml } from './parse-html.ts'

/** Answers `{ json }`, or `{ invalid }` with the reason. */
try {
  parentPort?.postMessage({ json: nodeFromHtml(String(workerData)).toJSON() })
} catch (error) {
  if (!(error instanceof InvalidDocument)) throw error
  parentPort?.postMessage({ invalid: error.message })
}
