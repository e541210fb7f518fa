import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import {
  closeClients,
  openDocumentClient,
  pollUntilTrue,
  type TestDocumentClient,
} from '../../support/document-clients.ts'
import { ann, type DocumentsNode, max, startDocumentsNode } from '../../support/documents-server.ts'
import { simulateLossyConnection } from '../../support/simulate-lossy-connection.ts'

let database: TestDatabase
let node: DocumentsNode

beforeAll(async () => {
  database = await createDatabase()
  node = await startDocumentsNode(database.url, { timing: { idle: 60_000, longest: 60_000 } })
})
afterEach(closeClients)
afterAll(async () => {
  await node.stop()
  await database.drop()
})

const newName = () => documentName('page', newId())

async function rowsOf(name: string): Promise<number> {
  const [row] = await runSql<{ rows: number }>(
    database.url,
    'select count(*)::int as rows from document_updates where name = $1',
    [name],
  )
  return row?.rows ?? 0
}

async function openTwo(name: string): Promise<[TestDocumentClient, TestDocumentClient]> {
  const writer = openDocumentClient(node.origin, ann, name)
  const reader = openDocumentClient(node.origin, max, name)
  await Promise.all([writer.synced(), reader.synced()])
  writer.type('before')
  await writer.saved()
  return [writer, reader]
}

/** Resolves when the server has handled all earlier frames, because it answers in order. */
async function handled({ provider }: TestDocumentClient): Promise<void> {
  let answers = 0
  provider.on('message', () => answers++)
  provider.startSync()
  await pollUntilTrue(() => answers >= 2, 'the server answers')
}

test('an update with a gap is not acknowledged before the text shows it', async () => {
  const name = newName()
  const [writer, reader] = await openTwo(name)
  const connection = simulateLossyConnection(writer)
  connection.lose()
  writer.type('in flight')
  connection.reconnect()
  await pollUntilTrue(() => connection.answers() === 1)
  const rows = await rowsOf(name)
  writer.type('typed since')
  await pollUntilTrue(async () => (await rowsOf(name)) > rows, 'the update is stored')
  await handled(writer)
  expect(connection.acknowledged()).toBe(0)
  expect(writer.provider.hasUnsyncedChanges).toBe(true)
  expect(reader.text()).toBe('before')
  connection.deliver()
  await writer.saved()
  await pollUntilTrue(() => reader.text() === 'before\nin flight\ntyped since')
})

test('an update that deletes unsent text waits for the client’s sync answer', async () => {
  const name = newName()
  const [writer, reader] = await openTwo(name)
  const connection = simulateLossyConnection(writer)
  connection.lose()
  writer.type('in flight')
  writer.type('kept')
  connection.reconnect()
  await pollUntilTrue(() => connection.answers() === 1)
  writer.doc.getXmlFragment('default').delete(1)
  await handled(writer)
  expect(connection.acknowledged()).toBe(0)
  connection.deliver()
  await writer.saved()
  await pollUntilTrue(() => reader.text() === 'before\nkept')
})

test('stores and shows a thousand updates with a gap together', async () => {
  const name = newName()
  const [writer, reader] = await openTwo(name)
  const connection = simulateLossyConnection(writer)
  connection.lose()
  writer.type('in flight')
  const before = await rowsOf(name)
  const words = Array.from({ length: 1_000 }, (_, at) => `${at}`)
  // The test sends the updates together with the sync request, so that the server receives all of them before it has
  // loaded the document.
  const startSync = writer.provider.startSync.bind(writer.provider)
  writer.provider.startSync = () => {
    writer.provider.startSync = startSync
    startSync()
    for (const word of words) writer.type(word)
  }
  let changes = 0
  reader.doc.on('update', () => changes++)
  connection.reconnect()
  connection.deliver()
  await writer.saved()
  expect(reader.text()).toBe(['before', 'in flight', ...words].join('\n'))
  expect(await rowsOf(name)).toBeLessThan(before + 20)
  expect(changes).toBeLessThan(20)
})

test('edits of a closed document count as unsaved until they are synced', async () => {
  const name = newName()
  const [writer, reader] = await openTwo(name)
  const connection = simulateLossyConnection(writer)
  node.rights.set(`${ann.user_id} ${name}`, null)
  node.documents.recheck({ name })
  await pollUntilTrue(() => writer.ended.includes('forbidden'))
  node.rights.delete(`${ann.user_id} ${name}`)
  for (const word of ['one', 'two', 'three']) writer.type(word)
  expect(writer.provider.hasUnsyncedChanges).toBe(true)
  await writer.provider.onOpen(new Event('open'))
  await writer.saved()
  expect(connection.acknowledged()).toBe(1)
  await pollUntilTrue(() => reader.text() === 'before\none\ntwo\nthree')
})
