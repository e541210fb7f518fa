import fc from 'fast-check'
import * as encoding from 'lib0/encoding'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { loadDocumentUpdates } from '#api/documents/content/log.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { newId } from '#common/platform/ids.ts'
import {
  addDocumentName,
  parseUpdateFrame,
  syncStep2Type,
  syncUpdateType,
} from '#realtime/documents/frames.ts'
import { arbitraryDocumentFrame } from '../../support/arbitrary-document-frame.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import {
  appendParagraph,
  closeClients,
  createAuthenticatedSocketClass,
  createUpdateWithText,
  openDocumentClient,
  pollUntilTrue,
} from '../../support/document-clients.ts'
import {
  ann,
  type DocumentsNode,
  gus,
  max,
  startDocumentsNode,
  workspaceId,
} from '../../support/documents-server.ts'

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

const newName = () => documentName('page', newId())
const url = (path: string) => `${node.origin.replace('http', 'ws')}${path}`

/** Returns the HTTP status of a rejected upgrade, or 101 for an accepted upgrade. */
function upgraded(path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(url(path), { headers })
  return new Promise<number>((resolve, reject) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', reject)
  }).finally(() => socket.terminate())
}

test('security 58: rejects a cookie from another site', async () => {
  const cookie = 'who=Ann'
  expect(await upgraded('/documents', { cookie, origin: node.origin })).toBe(101)
  expect(await upgraded('/documents', { cookie, origin: 'https://evil.example' })).toBe(403)
  expect(await upgraded('/documents', { cookie, origin: 'null' })).toBe(403)
  expect(await upgraded('/documents', { cookie })).toBe(403)
  expect(await upgraded('/documents', { authorization: 'Bearer Ann', origin: 'https://evil.example' })).toBe(
    403,
  )
  expect(await upgraded('/documents', { authorization: 'Bearer Ann' })).toBe(101)
})

test('rejects unknown clients', async () => {
  expect(await upgraded('/documents', {})).toBe(401)
  expect(await upgraded('/documents', { cookie: 'who=Eve', origin: node.origin })).toBe(401)
})

test.each(['/documents/', `/documents/page:${newId()}`, `/documents/page%3A${newId()}?x=1`])(
  '%s is served',
  async (path) => {
    expect(await upgraded(path, { authorization: 'Bearer Ann' })).toBe(101)
  },
)

test.each(['/documents/x', '/documents/user:1', '/documents/%E0', '/documents/../page:1', '/documentsx'])(
  '%s is no address of documents',
  async (path) => expect(await upgraded(path, { authorization: 'Bearer Ann' })).toBe(404),
)

test('security 59: knowing a document name gives no access', async () => {
  const name = newName()
  node.rights.set(`${max.user_id} ${name}`, null)
  const refused = openDocumentClient(node.origin, max, name)
  const nonsense = openDocumentClient(node.origin, max, `user:${newId()}`)
  await pollUntilTrue(() => refused.ended.includes('forbidden') && nonsense.ended.includes('forbidden'))
  expect(refused.provider.isAuthenticated).toBe(false)
})

test('a tab from before an update cannot read or edit', async () => {
  const name = newName()
  const current = openDocumentClient(node.origin, ann, name)
  current.type('Kept')
  await current.saved()
  const old = openDocumentClient(node.origin, max, name, new Y.Doc(), 1)
  old.type('Lost? ')
  await pollUntilTrue(() => old.ended.includes('outdated'))
  expect(old.provider.isAuthenticated).toBe(false)
  expect([old.text(), current.text()]).toEqual(['Lost?', 'Kept'])
})

test('security 60: losing access closes documents within a second', async () => {
  const name = newName()
  const leaver = openDocumentClient(node.origin, max, name)
  const stayer = openDocumentClient(node.origin, ann, name)
  await Promise.all([leaver.saved(), stayer.saved()])
  node.rights.set(`${max.user_id} ${name}`, null)
  const from = Date.now()
  node.documents.recheck({ user_id: max.user_id })
  await pollUntilTrue(() => leaver.ended.includes('forbidden'))
  expect(Date.now() - from).toBeLessThan(1_000)
  leaver.type('too late')
  stayer.type('after')
  await stayer.saved()
  expect(stayer.text()).toBe('after')
  expect(leaver.text()).toBe('too late')
})

test('security 60: a lock makes editors read-only and back', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, max, name)
  const other = openDocumentClient(node.origin, ann, name)
  await Promise.all([writer.saved(), other.saved()])
  node.rights.set(`${max.user_id} ${name}`, 'read')
  node.documents.recheck({ name })
  await pollUntilTrue(() => writer.provider.authorizedScope === 'readonly')
  writer.type('while locked')
  other.type('by Ann')
  await pollUntilTrue(() => writer.text().includes('by Ann'))
  expect(other.text()).toBe('by Ann')
  node.rights.delete(`${max.user_id} ${name}`)
  node.documents.recheck({ workspace_id: workspaceId })
  await pollUntilTrue(() => writer.provider.authorizedScope === 'read-write')
  writer.type('unlocked')
  await pollUntilTrue(() => other.text().includes('unlocked'))
})

test('security 38: the end of a session ends its sockets', async () => {
  const name = newName()
  const ending = openDocumentClient(node.origin, max, name)
  const staying = openDocumentClient(node.origin, ann, name)
  await Promise.all([ending.saved(), staying.saved()])
  for (const { user, cut } of [...node.cuts]) if (user.session === max.session) cut()
  await pollUntilTrue(() => ending.ended.length > 0)
  expect(staying.ended).toEqual([])
})

test('security 68: applies a permission change between load and open', async () => {
  const name = newName()
  const client = openDocumentClient(node.origin, max, name)
  await pollUntilTrue(() => client.provider.isAuthenticated)
  node.rights.set(`${max.user_id} ${name}`, null)
  node.documents.recheck({ name })
  await pollUntilTrue(() => client.ended.includes('forbidden'))
})

test('a plain y-websocket client edits together with others', async () => {
  const name = newName()
  const editor = openDocumentClient(node.origin, ann, name)
  const plain = plainClient(max.name, name)
  await editor.synced()
  await pollUntilTrue(() => plain.provider.synced)
  appendParagraph(plain.doc, 'from a bot')
  editor.type('from a person')
  await pollUntilTrue(
    () => editor.text().includes('from a bot') && renderDocument(plain.doc).text.includes('from a person'),
  )
  editor.provider.setAwarenessField('user', { name: 'whatever', color: '#123456' })
  await pollUntilTrue(() =>
    [...plain.provider.awareness.getStates().values()].some(({ user }) => user?.name === 'Ann'),
  )
  plain.provider.destroy()
})

test('does not send updates back to their author, except as acknowledgement', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, ann, name)
  const reader = openDocumentClient(node.origin, gus, name)
  const plain = plainClient(max.name, name)
  await Promise.all([writer.saved(), reader.synced(), pollUntilTrue(() => plain.provider.synced)])
  const heard = { writer: 0, reader: 0, plain: 0 }
  const counting = (who: keyof typeof heard, isNamed: boolean) => (data: ArrayBuffer) => {
    const frame = new Uint8Array(data)
    if (isNamed ? parseUpdateFrame(frame)?.type === syncUpdateType : frame[0] === 0 && frame[1] === 2)
      heard[who]++
  }
  rawSocket(writer.socket.webSocket).on('message', counting('writer', true))
  rawSocket(reader.socket.webSocket).on('message', counting('reader', true))
  rawSocket(plain.provider.ws).on('message', counting('plain', false))
  for (const text of ['one', 'two', 'three']) {
    writer.type(text)
    await writer.saved()
  }
  await pollUntilTrue(
    () => reader.text().includes('three') && renderDocument(plain.doc).text.includes('three'),
  )
  expect(heard).toEqual({ writer: 0, reader: 3, plain: 3 })
  appendParagraph(plain.doc, 'four')
  await pollUntilTrue(() => writer.text().includes('four') && heard.reader === 4 && heard.plain === 4)
  expect(heard.writer).toBe(1)
  plain.provider.destroy()
})

test('security 68: a plain client with read access cannot edit', async () => {
  const name = newName()
  const editor = openDocumentClient(node.origin, ann, name)
  const plain = plainClient(gus.name, name)
  await editor.synced()
  await pollUntilTrue(() => plain.provider.synced)
  appendParagraph(plain.doc, 'slipped in')
  editor.type('allowed')
  await pollUntilTrue(() => renderDocument(plain.doc).text.includes('allowed'))
  expect(editor.text()).toBe('allowed')
  plain.provider.destroy()
})

test('a plain client without access gets a final close code', async () => {
  const name = newName()
  node.rights.set(`${max.user_id} ${name}`, null)
  const { provider } = plainClient(max.name, name)
  const closed = new Promise((resolve) => provider.on('closed', resolve))
  expect(await closed).toMatchObject({ code: 4403 })
  provider.destroy()
})

test('nobody can use another user’s name at a caret', async () => {
  const name = newName()
  const poser = openDocumentClient(node.origin, max, name)
  const watcher = openDocumentClient(node.origin, ann, name)
  await Promise.all([poser.synced(), watcher.synced()])
  poser.provider.setAwarenessField('user', {
    id: ann.user_id,
    name: 'Ann',
    color: 'red;background:url(//evil)',
  })
  const seen = () => watcher.provider.awareness?.getStates().get(poser.doc.clientID)?.user
  await pollUntilTrue(() => seen() !== undefined)
  expect(seen()).toEqual({ id: max.user_id, name: 'Max', color: '#6b7280' })
})

test.each([
  { anchor: null, head: null },
  'x',
  { anchor: { tname: 'other' }, head: {} },
  { anchor: { item: { client: 'x', clock: -1 } }, head: {} },
])('security 61: the caret %j reaches nobody', async (cursor) => {
  const name = newName()
  const sender = openDocumentClient(node.origin, max, name)
  const watcher = openDocumentClient(node.origin, ann, name)
  await Promise.all([sender.synced(), watcher.synced()])
  sender.provider.setAwarenessField('cursor', cursor)
  await pollUntilTrue(() => sender.ended.includes('malformed'))
  const states = [...(watcher.provider.awareness?.getStates().values() ?? [])]
  expect(states.filter((state) => state.cursor !== undefined)).toEqual([])
})

test('security 61: drops presence states that are not objects', async () => {
  const name = newName()
  const sender = openDocumentClient(node.origin, max, name)
  await sender.synced()
  sender.provider.awareness?.states.set(sender.doc.clientID, JSON.parse('5'))
  sender.provider.awareness?.meta.set(sender.doc.clientID, { clock: 5, lastUpdated: Date.now() })
  sender.provider.awareness?.emit('update', [
    { added: [], updated: [sender.doc.clientID], removed: [] },
    'local',
  ])
  await pollUntilTrue(() => sender.ended.includes('malformed'))
})

test('security 61: rejects unknown root types in a document', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, max, name)
  await writer.synced()
  writer.doc.getMap('other').set('a', 1)
  await pollUntilTrue(() => writer.ended.includes('malformed'))
  expect(await loadDocumentUpdates(node.orm.em.fork(), name)).toEqual([])
})

test('security 61: rejects deletions of unknown content', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, max, name)
  await writer.synced()
  // The test deletes each word right after typing it, possibly before the server has stored the word. The server
  // must accept the deletion.
  for (const word of ['one', 'two', 'three']) {
    writer.type(word)
    writer.doc.getXmlFragment(bodyFragmentName).delete(0, 1)
  }
  await writer.saved()
  expect(writer.ended).toEqual([])

  const elsewhere = new Y.Doc()
  appendParagraph(elsewhere, 'elsewhere')
  const before = Y.encodeStateVector(elsewhere)
  elsewhere.getXmlFragment(bodyFragmentName).delete(0, 1)
  writer.socket.send(
    encoding.encode((encoder) => {
      encoding.writeVarString(encoder, name)
      encoding.writeVarUint(encoder, 0)
      encoding.writeVarUint(encoder, 2)
      encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(elsewhere, before))
    }),
  )
  await pollUntilTrue(() => writer.ended.includes('malformed'))
})

test('text typed offline can be deleted before the server received it', async () => {
  const name = newName()
  const other = openDocumentClient(node.origin, ann, name)
  const writer = openDocumentClient(node.origin, max, name)
  await Promise.all([other.saved(), writer.saved()])
  writer.socket.disconnect()
  await pollUntilTrue(() => writer.socket.status === 'disconnected')
  writer.type('kept')
  writer.type('deleted')
  // The client sends this update as soon as the socket is open, before the server can request the updates that were
  // typed offline.
  writer.socket.on('open', () => writer.doc.getXmlFragment(bodyFragmentName).delete(1, 1))
  writer.socket.connect()
  await pollUntilTrue(() => other.text() === 'kept')
  await writer.saved()
  expect([writer.text(), writer.ended.filter(Boolean)]).toEqual(['kept', []])
  const late = openDocumentClient(node.origin, max, name)
  await late.synced()
  expect(late.text()).toBe('kept')
})

test('security 63: throttles a flood of updates without losing any', async () => {
  const name = newName()
  const writer = openDocumentClient(node.origin, max, name)
  const other = openDocumentClient(node.origin, ann, name)
  await Promise.all([writer.saved(), other.saved()])
  node.allowances.set(max.user_id, 5)
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`)
  for (const word of words) writer.type(word)
  await pollUntilTrue(() => (node.allowances.get(max.user_id) ?? 0) < 1)
  other.type('meanwhile')
  await other.saved()
  expect(writer.provider.hasUnsyncedChanges).toBe(true)
  expect(other.text()).not.toContain('word59')
  node.allowances.delete(max.user_id)
  await Promise.all([writer.saved(), pollUntilTrue(() => other.text().includes('word59'))])
  expect(other.text().match(/word\d+/g)).toEqual(words)
  expect(writer.ended).toEqual([])
})

test('security 63: throttles sync requests to a loading document', async () => {
  const name = newName()
  await seed(name, 'x'.repeat(500_000))
  node.allowances.set(max.user_id, 2_000)
  const socket = new WebSocket(url(`/documents/${name}`), { headers: { authorization: 'Bearer Max' } })
  let answers = 0
  socket.on('message', (data) => {
    if (data instanceof Buffer && data[0] === 0 && data[1] === syncStep2Type) answers++
  })
  await new Promise((resolve) => socket.on('open', resolve))
  // Before the document has loaded, the socket sends many sync requests: 400 equal requests of each of two
  // types for the whole document, and then 100 different requests.
  for (let at = 0; at < 400; at++) socket.send(new Uint8Array([0, 0, 1, 0]))
  for (let at = 0; at < 400; at++) socket.send(new Uint8Array([4, 0, 1, 0]))
  for (let at = 0; at < 100; at++) socket.send(new Uint8Array([0, 0, 3, 1, at, 1]))
  await pollUntilTrue(() => (node.allowances.get(max.user_id) ?? 0) < 1)
  await pollUntilTrue(() => answers > 0)
  const other = openDocumentClient(node.origin, ann, name)
  await other.synced()
  const before = answers
  node.allowances.delete(max.user_id)
  await pollUntilTrue(() => answers >= 102)
  // The server handles frames in order, so the update below is applied after all answers.
  socket.send(
    new Uint8Array([
      0,
      syncUpdateType,
      ...encoding.encode((to) => encoding.writeVarUint8Array(to, createUpdateWithText('last'))),
    ]),
  )
  await pollUntilTrue(() => other.text().includes('last'))
  expect([before < 20, answers < 110]).toEqual([true, true])
  socket.terminate()
})

test('security 63: closes a socket with too many queued sync requests', async () => {
  const socket = new WebSocket(url('/documents'), { headers: { authorization: 'Bearer Max' } })
  await new Promise((resolve) => socket.on('open', resolve))
  const name = newName()
  for (let at = 0; at < 1_001; at++) {
    socket.send(addDocumentName(name, new Uint8Array([0, 0, 4, 1, 128 | (at & 127), at >> 7, 1])))
  }
  expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(4429)
})

test('security 61: invalid frames only end their own socket', async () => {
  const name = newName()
  const witness = openDocumentClient(node.origin, ann, name)
  await witness.saved()
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryDocumentFrame(name), { minLength: 1, maxLength: 8 }),
      async (frames) => {
        const socket = new WebSocket(url('/documents'), { headers: { authorization: 'Bearer Max' } })
        await new Promise((resolve) => socket.on('open', resolve))
        for (const each of frames) socket.send(each)
        // The server sends the pong after its answers to everything that was sent before.
        socket.ping()
        await new Promise((resolve) => socket.on('pong', resolve).on('close', resolve))
        socket.terminate()
      },
    ),
    { numRuns: 150 },
  )
  witness.type('still here')
  await witness.saved()
  expect(witness.ended).toEqual([])
})

test('security 61: malformed frames end their socket without console output', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const own = await startDocumentsNode(database.url, { timing: { idle: 50, longest: 200 } })
  const name = newName()
  const frame = (...parts: (number | Uint8Array | string)[]) =>
    encoding.encode((encoder) => {
      encoding.writeVarString(encoder, name)
      for (const part of parts) {
        if (typeof part === 'number') encoding.writeVarUint(encoder, part)
        else if (typeof part === 'string') encoding.writeVarString(encoder, part)
        else encoding.writeVarUint8Array(encoder, part)
      }
    })
  const wrong = [
    frame(0, 0),
    frame(0, 2, 'x'.repeat(20)).subarray(0, 60),
    frame(0, 9, new Uint8Array([1])),
    frame(1, new Uint8Array([2, 1, 1, 1, 1])),
    frame(2, 1, 'no token'),
    frame(6, 'to everybody'),
    frame(0, 2, new Uint8Array([1, 2, 3, 250])),
    frame(0, 0, new Uint8Array([9, 9, 9, 9, 200])),
    frame(11),
  ]
  for (const each of wrong) {
    const client = openDocumentClient(own.origin, max, name)
    await client.synced()
    client.socket.send(each)
    // The server closes the socket after a malformed frame. The last frame is valid, so the socket stays open.
    await pollUntilTrue(() => client.ended.length > 0 || each === wrong.at(-1))
    client.type('after it')
    if (each === wrong.at(-1)) await client.saved()
  }
  await own.stop()
  expect(printed.mock.calls).toEqual([])
  printed.mockRestore()
})

test('security 61: rejects text frames and oversized frames', async () => {
  const codes = await Promise.all(
    [
      'hello',
      Buffer.alloc(11 * 1024 * 1024),
      encoding.encode((encoder) => encoding.writeVarString(encoder, 'x'.repeat(5_000))),
    ].map(async (data) => {
      const socket = new WebSocket(url('/documents'), { headers: { authorization: 'Bearer Max' } })
      await new Promise((resolve) => socket.on('open', resolve))
      socket.on('error', () => {})
      socket.send(data)
      return new Promise((resolve) => socket.on('close', resolve))
    }),
  )
  expect(codes).toEqual([4400, 1009, 4400])
})

/** Stores a document with this text while no client has it open. */
async function seed(name: string, text: string): Promise<void> {
  const elsewhere = await startDocumentsNode(database.url, { timing: { idle: 50, longest: 200 } })
  const writer = openDocumentClient(elsewhere.origin, ann, name)
  await writer.synced()
  writer.type(text)
  await writer.saved()
  writer.close()
  await elsewhere.stop()
}

function rawSocket(socket: unknown): WebSocket {
  if (!(socket instanceof WebSocket)) throw new Error('it is not connected')
  return socket
}

function plainClient(who: string, name: string) {
  const doc = new Y.Doc()
  const provider = new WebsocketProvider(url('/documents'), name, doc, {
    WebSocketPolyfill: asBrowserSocket(createAuthenticatedSocketClass(`who=${who}`, node.origin)),
    disableBc: true,
  })
  return { doc, provider }
}

/** Converts the type of a `ws` socket, which supports what the provider needs of a browser's WebSocket. */
function asBrowserSocket(socket: unknown): typeof globalThis.WebSocket {
  return socket as typeof globalThis.WebSocket
}
