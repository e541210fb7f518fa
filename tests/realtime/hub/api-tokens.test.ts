import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import {
  appendParagraph,
  closeClients,
  createAuthenticatedSocketClass,
  openDocumentClient,
  pollUntilTrue,
} from '../../support/document-clients.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let name: string

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const page = await cast.ann.call('createPage', {
    params: { slug: cast.slug, project_id: project.id },
    body: { name: 'Plan' },
  })
  name = documentName('page', page.id)
})
afterEach(closeClients)
afterAll(() => server.close())

async function keyOf(body: object = {}) {
  const { id, token } = await cast.ann.call('createApiToken', { body })
  return { id, key: token }
}

test('security 60: an API token receives changes until it is deleted', async () => {
  const { id, key } = await keyOf({ scope: 'read' })
  const live = await connectLive(server, { key })
  expect(await live.subscribe(cast.slug)).toMatchObject({ ok: true })
  const { id: madeId } = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Borealis', identifier: 'BOR' },
  })
  await live.hears((change) => change.id === madeId)
  await cast.ann.call('deleteApiToken', { params: { token_id: id } })
  await pollUntilTrue(() => !live.socket.connected)
  await expect(connectLive(server, { key })).rejects.toThrow()
})

test('security 3, 59: a token for one workspace receives no changes of another', async () => {
  const other = await cast.ann.call('createWorkspace', { body: { name: 'Other', slug: 'anns' } })
  const { key } = await keyOf({ workspace: other.id })
  const live = await connectLive(server, { key })
  expect(await live.subscribe(other.slug)).toMatchObject({ ok: true })
  expect(await live.subscribe(cast.slug)).toMatchObject({ ok: false, code: 'not_found' })
  live.close()
  const document = openDocumentClient(server.url, { key }, name)
  await pollUntilTrue(() => document.ended.includes('forbidden'))
})

test('security 68: a read-only token cannot edit documents', async () => {
  const { key } = await keyOf({ scope: 'read' })
  const reader = openDocumentClient(server.url, { key }, name)
  const writer = openDocumentClient(server.url, cast.ann, name)
  await Promise.all([reader.synced(), writer.synced()])
  reader.type('slipped in')
  writer.type('allowed')
  await pollUntilTrue(() => reader.text().includes('allowed'))
  await writer.saved()
  expect(writer.text()).not.toContain('slipped in')
})

test('a plain y-websocket client edits with an API token', async () => {
  const { key } = await keyOf()
  const writer = openDocumentClient(server.url, cast.ann, name)
  await writer.synced()
  const doc = new Y.Doc()
  const polyfill: unknown = createAuthenticatedSocketClass({ key }, server.url)
  const plain = new WebsocketProvider(`${server.url.replace('http', 'ws')}/documents`, name, doc, {
    WebSocketPolyfill: polyfill as typeof globalThis.WebSocket,
    disableBc: true,
  })
  await pollUntilTrue(() => plain.synced)
  appendParagraph(doc, 'from a bot')
  await pollUntilTrue(
    () => writer.text().includes('from a bot') && renderDocument(doc).text.includes('from a bot'),
  )
  plain.destroy()
})
