import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import { newId } from '#common/platform/ids.ts'
import { maxOpenDocuments } from '#realtime/documents/open-limit.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import {
  appendParagraph,
  createAuthenticatedSocketClass,
  pollUntilTrue,
} from '../../support/document-clients.ts'
import { ann, type DocumentsNode, max, startDocumentsNode } from '../../support/documents-server.ts'

let database: TestDatabase
let node: DocumentsNode
const sockets = new Set<HocuspocusProviderWebsocket>()

beforeAll(async () => {
  database = await createDatabase()
  node = await startDocumentsNode(database.url)
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(async () => {
  await node.stop()
  await database.drop()
})

const newNames = (count: number) => Array.from({ length: count }, () => documentName('page', newId()))

function connect(who: string): HocuspocusProviderWebsocket {
  const socket = new HocuspocusProviderWebsocket({
    url: `${node.origin.replace('http', 'ws')}/documents?schema=${documentSchemaVersion}`,
    WebSocketPolyfill: createAuthenticatedSocketClass(`who=${who}`, node.origin),
  })
  sockets.add(socket)
  return socket
}

function open(websocketProvider: HocuspocusProviderWebsocket, name: string) {
  const document = new Y.Doc()
  const refused: string[] = []
  const onAuthenticationFailed = ({ reason }: { reason: string }) => void refused.push(reason)
  const provider = new HocuspocusProvider({ websocketProvider, name, document, onAuthenticationFailed })
  provider.attach()
  return { name, document, provider, refused }
}

test('opens and merges hundreds of documents over one socket', async () => {
  const names = newNames(260)
  const one = connect(ann.name)
  const mine = names.map((name) => open(one, name))
  for (const { document, name } of mine) appendParagraph(document, name)
  await pollUntilTrue(() => mine.every(({ provider }) => provider.synced && !provider.hasUnsyncedChanges))
  const other = connect(max.name)
  const theirs = names.map((name) => open(other, name))
  await pollUntilTrue(() => theirs.every(({ document, name }) => renderDocument(document).text === name))
  // Both clients close all documents at once. The server merges only a few documents of a user at the same time, and
  // must then merge the remaining documents without another event.
  one.destroy()
  other.destroy()
  const merged = async () => {
    const [row] = await node.orm.em
      .fork()
      .execute<{ count: number }[]>('select count(*)::int from derived where name in (?)', [names])
    return row?.count
  }
  await expect.poll(merged, { timeout: 50_000 }).toBe(names.length)
})

test('security 61: limits the documents of one socket', async () => {
  const socket = connect(ann.name)
  const opened = newNames(maxOpenDocuments).map((name) => open(socket, name))
  const [name = ''] = newNames(1)
  const extra = open(socket, name)
  await pollUntilTrue(() => extra.refused.length > 0)
  expect(extra.refused).toEqual(['too-many'])
  await pollUntilTrue(() => opened.every(({ provider }) => provider.synced))
  extra.provider.destroy()
  opened[0]?.provider.destroy()
  let again = open(socket, name)
  await pollUntilTrue(() => {
    if (again.refused.length > 0) again = open(socket, name)
    return again.provider.synced
  })
})
