import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import * as Y from 'yjs'
import { createOrm } from '#api/create-orm.ts'
import { compactDocument } from '#api/documents/content/compact.ts'
import { getDocumentParts, loadDocument } from '#api/documents/content/load-document.ts'
import { appendUpdates } from '#api/documents/content/log.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createBus } from '#api/platform/bus.ts'
import { documentName } from '#common/documents/content/names.ts'
import { documentFromUpdates } from '#common/documents/content/updates.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../support/api-client.ts'
import { createRandom } from '../support/history/random.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

/** An edit: the position, the number of deleted letters, and the inserted text. */
type Edit = [position: number, deleted: number, inserted: string]

/** The number of edits after which the stored updates of the document are merged into one state. */
const atOnce = 20_000
const loads = 5
const longHistory = 200_000

/**
 * Measures the stored size and load time of a text after a long history of edits. The edits come from a file
 * (`--trace FILE`, gzipped JSON `{traces: [{txns: [[[position, deleted, inserted], …], …]}]}`) or are
 * generated.
 */
export async function measureLongEditHistory(
  server: ServerProcess,
  trace: string | undefined,
): Promise<LoadReportRow[]> {
  const histories = trace === undefined ? [madeUp()] : await readTraces(trace)
  const rows: LoadReportRow[] = []
  for (const [at, edits] of histories.entries())
    rows.push(
      ...(await measureOne(server, `${trace === undefined ? 'made-up' : 'real'} history ${at + 1}`, edits)),
    )
  return rows
}

async function readTraces(file: string): Promise<Edit[][]> {
  const { traces }: { traces: { txns: Edit[][] }[] } = JSON.parse(gunzipSync(await readFile(file)).toString())
  return traces.map(({ txns }) => again(txns.flat()))
}

/** Repeats the edits to make the history long. Each repetition creates its text after the text of the last one. */
function again(edits: Edit[]): Edit[] {
  const grown = edits.reduce((sum, [, deleted, inserted]) => sum + inserted.length - deleted, 0)
  const times = Math.ceil(longHistory / edits.length)
  return Array.from({ length: times }, (_, time) =>
    edits.map(([at, deleted, inserted]): Edit => [at + time * grown, deleted, inserted]),
  ).flat()
}

/** Generates edits that type words at random positions and delete some of them. */
function madeUp(): Edit[] {
  const random = createRandom(16)
  let length = 0
  let at = 0
  return Array.from({ length: longHistory }, (): Edit => {
    if (random.chance(0.01)) at = random.below(length + 1)
    if (at > 0 && random.chance(0.15)) {
      at--
      length--
      return [at, 1, '']
    }
    at++
    length++
    return [at - 1, 0, 'abcdefghij klmnop rstuv'[random.below(23)] ?? 'x']
  })
}

async function measureOne(server: ServerProcess, what: string, edits: Edit[]): Promise<LoadReportRow[]> {
  const orm = await createOrm(server.databaseUrl, createBus(null))
  const ports = { em: orm.em.fork(), storeDocumentContent, loadStoredHtml }
  const name = documentName('page', newId())
  const workspace_id = newId()
  try {
    const written = await write(edits, async (updates) => {
      await appendUpdates(ports.em, [{ name, workspace_id, updates, user_id: null }])
      await compactDocument(ports, name, workspace_id)
    })
    const [size] = await runSql<{ state: number; stored: number }>(
      server.databaseUrl,
      'select length(state) as state, pg_column_size(state) as stored from documents where name = $1',
      [name],
    )
    const times: number[] = []
    for (let load = 0; load < loads; load++) {
      const started = performance.now()
      documentFromUpdates(getDocumentParts(await loadDocument(orm.em.fork(), loadStoredHtml, name)).parts)
      times.push(performance.now() - started)
    }
    const kilobytes = (bytes = 0) => `${(bytes / 1024).toFixed(0)} KB`
    return [
      {
        what: `${what}, ${edits.length.toLocaleString('en')} edits, stored`,
        value: `${kilobytes(size?.state)}, ${kilobytes(size?.stored)} on the disk`,
        baseline: `text ${kilobytes(written.letters)}, updates one by one ${kilobytes(written.bytes)}`,
      },
      { what: '  loaded', value: `p50 ${milliseconds(percentile(times, 0.5))}` },
    ]
  } finally {
    await orm.close(true)
  }
}

async function write(edits: Edit[], store: (updates: Uint8Array[]) => Promise<void>) {
  const doc = new Y.Doc()
  const block = new Y.XmlElement('codeBlock')
  const text = new Y.XmlText()
  block.insert(0, [text])
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => void updates.push(update))
  doc.getXmlFragment('default').insert(0, [block])
  let bytes = 0
  for (const [at, [position, deleted, inserted]] of edits.entries()) {
    doc.transact(() => {
      if (deleted > 0) text.delete(position, deleted)
      if (inserted !== '') text.insert(position, inserted)
    })
    if (updates.length < atOnce && at < edits.length - 1) continue
    const some = updates.splice(0)
    bytes += some.reduce((sum, { byteLength }) => sum + byteLength, 0)
    await store(some)
  }
  return { bytes, letters: text.length }
}
