import { fork } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createUpdateAppendQueue } from '#api/documents/content/append-queue.ts'
import { compactDocument } from '#api/documents/content/compact.ts'
import { appendUpdates, loadDocumentUpdates } from '#api/documents/content/log.ts'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { documentFromUpdates } from '#common/documents/content/updates.ts'
import { newId } from '#common/platform/ids.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  appendParagraph,
  closeClients,
  createUpdateWithText,
  openDocumentClient,
  pollUntilTrue,
} from '../support/document-clients.ts'
import { ann, type DocumentsNode, max, startDocumentsNode, workspaceId } from '../support/documents-server.ts'
import { simulateLossyConnection } from '../support/simulate-lossy-connection.ts'

let database: TestDatabase
let node: DocumentsNode

beforeAll(async () => {
  database = await createDatabase()
  node = await startDocumentsNode(database.url, { timing: { idle: 50, longest: 200 } })
})
afterEach(closeClients)
afterAll(async () => {
  await node.stop()
  await database.drop()
})

const newName = () => documentName('work_item', newId())
const em = () => node.orm.em.fork()
const entry = (name: string, text: string, user_id: string | null = ann.user_id) => ({
  name,
  workspace_id: workspaceId,
  update: createUpdateWithText(text),
  user_id,
})
const rowOf = (name: string, texts: string[], user_id: string | null = ann.user_id) => ({
  name,
  workspace_id: workspaceId,
  updates: texts.map(createUpdateWithText),
  user_id,
})

test('an edit shown as saved survives kill -9', async () => {
  const name = newName()
  const child = fork(new URL('./documents-child.ts', import.meta.url), [database.url])
  const [origin] = await once(child, 'message')
  const client = openDocumentClient(origin, ann, name)
  await client.synced()
  client.type('before the crash')
  await client.saved()
  child.kill('SIGKILL')
  await once(child, 'exit')
  client.close()
  const after = openDocumentClient(node.origin, max, name)
  await after.synced()
  expect(after.text()).toBe('before the crash')
  await pollUntilTrue(
    async () => (await rowsOf(name)) === 0,
    'what a crash left is compacted at the next load',
  )
})

test('updates with a gap are not called saved when server and browser are killed', async () => {
  const name = newName()
  const child = fork(new URL('./documents-child.ts', import.meta.url), [database.url])
  const [origin] = await once(child, 'message')
  const client = openDocumentClient(origin, ann, name)
  await client.synced()
  const connection = simulateLossyConnection(client)
  connection.lose()
  client.type('in flight')
  connection.reconnect()
  await pollUntilTrue(() => connection.answers() === 1)
  client.type('typed since')
  await pollUntilTrue(async () => (await rowsOf(name)) > 0, 'the server has stored what it cannot show')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(client.provider.hasUnsyncedChanges).toBe(true)
  const copyOnDevice = Y.encodeStateAsUpdate(client.doc)
  client.close()
  const again = openDocumentClient(node.origin, ann, name)
  const other = openDocumentClient(node.origin, max, name)
  await Promise.all([again.synced(), other.synced()])
  expect(other.text()).toBe('')
  Y.applyUpdate(again.doc, copyOnDevice, 'copy')
  await again.saved()
  await pollUntilTrue(() => other.text() === 'in flight\ntyped since')
})

test('updates of many documents share one insert', async () => {
  const names = Array.from({ length: 50 }, newName)
  const appended: string[][] = []
  const queue = createUpdateAppendQueue(
    (batch) => appendUpdates(em(), batch),
    (rows) => void appended.push(rows.map(({ name }) => name)),
  )
  const promised = names.flatMap((name) => [
    queue.append(entry(name, 'one')),
    queue.append(entry(name, 'two')),
    queue.append(entry(name, 'of another', max.user_id)),
  ])
  // Updates of one user to one document form one row and share a promise. Each document has updates of two
  // users.
  expect(new Set(promised).size).toBe(2 * names.length)
  await Promise.all(promised)
  expect(appended).toEqual([names.flatMap((name) => [name, name])])
  const [{ transactions }] = await em().execute<[{ transactions: string }]>(
    `select count(distinct xmin::text) as transactions from document_updates where name in (${names.map(() => '?')})`,
    names,
  )
  expect(Number(transactions)).toBe(1)
  expect((await loadDocumentUpdates(em(), names[0] ?? '')).map(({ user_id }) => user_id)).toEqual([
    ann.user_id,
    ann.user_id,
    max.user_id,
  ])
})

test('a failed insert is reported to each writer', async () => {
  let isBroken = true
  const queue = createUpdateAppendQueue(
    async (batch) => {
      if (isBroken) throw new Error('disk full')
      return appendUpdates(em(), batch)
    },
    () => {},
  )
  const name = newName()
  const failed = await Promise.allSettled([queue.append(entry(name, 'a')), queue.append(entry(name, 'b'))])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  await queue.append(entry(name, 'c'))
  await queue.settled()
  expect(await loadDocumentUpdates(em(), name)).toHaveLength(1)
})

test('an edit that cannot be stored stays with its writer', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, ann, name)
  const other = openDocumentClient(node.origin, max, name)
  await Promise.all([writer.saved(), other.saved()])
  await em().execute('alter table document_updates rename to out_of_reach')
  try {
    writer.type('not lost')
    await pollUntilTrue(() => writer.ended.includes('unavailable'))
    expect(writer.provider.hasUnsyncedChanges).toBe(true)
    expect(other.text()).toBe('')
  } finally {
    await em().execute('alter table out_of_reach rename to document_updates')
  }
  await writer.saved()
  await pollUntilTrue(() => other.text() === 'not lost')
})

test('compaction keeps what is appended meanwhile', async () => {
  const name = newName()
  const step = fc.oneof(
    fc.constant('compact' as const),
    fc.constant('compact twice' as const),
    fc.integer({ min: 1, max: 5 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const written: string[] = []
      const merge = () => compactDocument({ ...node.ports, em: em() }, name, workspaceId)
      const work = steps.map(async (each) => {
        if (each === 'compact') return merge()
        if (each === 'compact twice') return Promise.all([merge(), merge()])
        const texts = Array.from({ length: each }, () => newId())
        written.push(...texts)
        return appendUpdates(em(), [rowOf(name, texts)])
      })
      await Promise.all(work)
      const { text } = renderDocument(
        documentFromUpdates((await loadDocumentUpdates(em(), name)).map(({ update }) => update)).doc,
      )
      for (const each of written) expect(text).toContain(each)
    }),
    { numRuns: 25 },
  )
  await compactDocument(node.ports, name, workspaceId)
  expect(await rowsOf(name)).toBe(0)
})

test('what is derived is stored with the state', async () => {
  const name = newName()
  await appendUpdates(em(), [rowOf(name, ['derived']), rowOf(name, ['too'], max.user_id)])
  const broken = { ...node.ports, storeDocumentContent: async () => Promise.reject(new Error('no')) }
  await expect(compactDocument(broken, name, workspaceId)).rejects.toThrow('no')
  expect(await rowsOf(name)).toBe(2)
  const done = await compactDocument(node.ports, name, workspaceId)
  expect(done?.merged).toHaveLength(2)
  expect(await compactDocument(node.ports, name, workspaceId)).toBeNull()
  const [row] = await em().execute<[Derived]>('select stripped, user_id from derived where name = ?', [name])
  expect(row.stripped.split('\n').toSorted()).toEqual(['derived', 'too'])
  expect(row.user_id).toBe(max.user_id)
})

test('stored HTML becomes a document only once', async () => {
  const name = newName()
  await em().execute('insert into derived values (?, ?)', [name, '<h2>Seeded</h2><p>with <em>HTML</em></p>'])
  const second = await startDocumentsNode(database.url)
  const one = openDocumentClient(node.origin, ann, name)
  const two = openDocumentClient(second.origin, max, name)
  await Promise.all([one.synced(), two.synced()])
  expect([one.text(), two.text()]).toEqual(['Seeded\nwith HTML', 'Seeded\nwith HTML'])
  await second.stop()
})

test('a drained server leaves nothing in the log', async () => {
  const name = newName()
  const slow = await startDocumentsNode(database.url, { timing: { idle: 60_000, longest: 60_000 } })
  const client = openDocumentClient(slow.origin, ann, name)
  await client.synced()
  client.type('last words')
  await client.saved()
  expect(await rowsOf(name)).toBe(1)
  await slow.stop()
  expect(await rowsOf(name)).toBe(0)
  const [row] = await em().execute<[Derived]>('select html from derived where name = ?', [name])
  expect(row.html).toBe('<p>last words</p>')
})

test('a document grows to its limit and no further', async () => {
  const name = newName()
  const client = openDocumentClient(node.origin, ann, name)
  const other = openDocumentClient(node.origin, max, name)
  await Promise.all([client.synced(), other.synced()])
  client.type('x'.repeat(6_000_000))
  await client.saved()
  client.type('y'.repeat(6_000_000))
  await pollUntilTrue(() => client.ended.includes('too-large'))
  appendParagraph(other.doc, 'still works')
  await other.saved()
  const { doc } = documentFromUpdates((await loadDocumentUpdates(em(), name)).map(({ update }) => update))
  expect(Y.encodeStateAsUpdate(doc).byteLength).toBeLessThan(7_000_000)
  expect(renderDocument(doc).text).toContain('still works')
})

interface Derived {
  html: string
  stripped: string
  user_id: string
}

async function rowsOf(name: string): Promise<number> {
  const [row] = await em().execute<[{ count: string }]>(
    'select count(*) from document_updates where name = ?',
    [name],
  )
  return Number(row.count)
}
