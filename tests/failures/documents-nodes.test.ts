import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { createBus } from '#api/platform/bus.ts'
import { publishDocumentAccessChange } from '#api/platform/context/document-events.ts'
import type { DocumentBus } from '#api/platform/context/documents.ts'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../support/document-clients.ts'
import { ann, type DocumentsNode, max, startDocumentsNode } from '../support/documents-server.ts'

const timing = { idle: 50, longest: 200 }
let database: TestDatabase
let one: DocumentsNode
let two: DocumentsNode

beforeAll(async () => {
  database = await createDatabase()
  const bus = createBus(null)
  one = await startDocumentsNode(database.url, { bus, timing })
  two = await startDocumentsNode(database.url, { bus, timing })
})
afterEach(closeClients)
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await database.drop()
})

const newName = () => documentName('page', newId())

test('people on different nodes type together', async () => {
  const name = newName()
  const here = openDocumentClient(one.origin, ann, name)
  const there = openDocumentClient(two.origin, max, name)
  await Promise.all([here.synced(), there.synced()])
  for (let at = 0; at < 20; at++) {
    here.type(`here ${at}`)
    there.type(`there ${at}`)
  }
  await Promise.all([here.saved(), there.saved()])
  await pollUntilTrue(() => here.text() === there.text() && here.text().split('\n').length === 40)
})

test('carets are seen across nodes and leave', async () => {
  const name = newName()
  const early = openDocumentClient(one.origin, ann, name)
  await early.synced()
  early.provider.setAwarenessField('user', { name: 'Ann', color: '#123456' })
  const late = openDocumentClient(two.origin, max, name)
  await late.synced()
  const seen = () => late.provider.awareness?.getStates().get(early.doc.clientID)?.user
  await pollUntilTrue(() => seen()?.name === 'Ann')
  early.close()
  await pollUntilTrue(() => seen() === undefined)
})

test('a change of rights is heard on every node', async () => {
  const name = newName()
  const there = openDocumentClient(two.origin, max, name)
  await there.synced()
  two.rights.set(`${max.user_id} ${name}`, null)
  publishDocumentAccessChange(one.bus, { name })
  await pollUntilTrue(() => there.ended.includes('forbidden'))
})

test('news that is lost is found in the log', async () => {
  const name = newName()
  const deaf: DocumentBus = { publish: () => {}, subscribe: () => () => {} }
  const alone = await startDocumentsNode(database.url, {
    bus: { ...deaf, state: async () => null, close: async () => {} },
    timing: { ...timing, poll: 50 },
  })
  const here = openDocumentClient(alone.origin, ann, name)
  const there = openDocumentClient(two.origin, max, name)
  await Promise.all([here.synced(), there.synced()])
  there.type('unheard')
  await pollUntilTrue(() => here.text() === 'unheard')
  // The first node does not receive messages of the bus and polls the log. The second node may merge this update
  // before the first node has read the log.
  there.type('and merged')
  await pollUntilTrue(() => here.text().includes('and merged'))
  await alone.stop()
})

test('a node that merges what it has not heard of shows it all the same', async () => {
  const name = newName()
  const deaf: DocumentBus = { publish: () => {}, subscribe: () => () => {} }
  const alone = await startDocumentsNode(database.url, {
    bus: { ...deaf, state: async () => null, close: async () => {} },
    timing,
  })
  const [here, there] = [
    openDocumentClient(alone.origin, ann, name),
    openDocumentClient(two.origin, max, name),
  ]
  await Promise.all([here.synced(), there.synced()])
  // The first node receives no messages of the bus, so it does not know this update when it merges the log.
  there.type('from there')
  await there.saved()
  here.type('from here')
  for (const { text } of [here, there])
    await pollUntilTrue(() => ['from there', 'from here'].every((written) => text().includes(written)))
  here.close()
  await alone.stop()
})
