import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import {
  appendParagraph,
  closeClients,
  createAuthenticatedSocketClass,
  openDocumentClient,
  pollUntilTrue,
} from '../../support/document-clients.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }
const sockets = new Set<HocuspocusProviderWebsocket>()

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const body = { name: 'Atlas', identifier: 'ATLAS' }
  const project = await cast.ann.call('createProject', { params: { slug: 'acme' }, body })
  params = { slug: 'acme', project_id: project.id }
  const members = [{ member_id: cast.max.id, role: role.member }]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
})
afterEach(() => {
  closeClients()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(() => server.close())

const newPage = () => cast.ann.call('createPage', { params, body: { id: newId(), name: 'Plan' } })

/**
 * Connects like clients of the compatible API, with the page's id as document name and the user as a JSON
 * token.
 */
function open(who: ApiClient, pageId: string, claimed = who.id) {
  const query = new URLSearchParams({ documentType: 'project_page', projectId: params.project_id })
  const socket = new HocuspocusProviderWebsocket({
    url: `${server.url.replace('http', 'ws')}/live/collaboration?${query}&workspaceSlug=acme`,
    WebSocketPolyfill: createAuthenticatedSocketClass(who.cookie, server.url),
    delay: 50,
    minDelay: 50,
  })
  sockets.add(socket)
  const document = new Y.Doc()
  const ended: string[] = []
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: pageId,
    document,
    token: JSON.stringify({ id: claimed, name: 'Somebody', color: '#123456' }),
    onClose: ({ event }) => void ended.push(event.reason),
    onAuthenticationFailed: ({ reason }) => void ended.push(reason),
  })
  provider.attach()
  return { document, provider, ended, text: () => renderDocument(document).text }
}

test('both addresses open the same document', async () => {
  const { id } = await newPage()
  const theirs = open(cast.max, id)
  const ours = openDocumentClient(server.url, cast.ann, documentName('page', id))
  await pollUntilTrue(() => theirs.provider.synced && ours.provider.synced)
  appendParagraph(theirs.document, 'from the other client')
  ours.type('from ours')
  await pollUntilTrue(
    () => theirs.text().includes('from ours') && ours.text().includes('from the other client'),
  )
  await pollUntilTrue(() => !theirs.provider.hasUnsyncedChanges)
  theirs.provider.setAwarenessField('user', { id: cast.ann.id, name: 'Ann', color: '#123456' })
  const seen = () => ours.provider.awareness?.getStates().get(theirs.document.clientID)?.user
  await pollUntilTrue(() => seen() !== undefined)
  expect(seen()).toMatchObject({ id: cast.max.id, color: '#123456' })
})

test('security 59: a page id alone opens nothing there', async () => {
  const { id } = await newPage()
  const stranger = open(cast.eve, id)
  const nonsense = open(cast.max, 'workspace')
  const item = await cast.max.call('createWorkItem', { params, body: { name: 'Item' } })
  const named = open(cast.max, documentName('work_item', item.id))
  for (const client of [stranger, nonsense, named])
    await pollUntilTrue(() => client.ended.includes('forbidden'))
})

test('security 60: losing access to the page closes its document there too', async () => {
  const { id } = await newPage()
  const client = open(cast.max, id)
  await pollUntilTrue(() => client.provider.synced)
  const one = { params: { ...params, page_id: id } }
  await cast.ann.call('lockPage', one)
  await pollUntilTrue(() => client.provider.authorizedScope === 'readonly')
  await cast.ann.call('setPageAccess', { ...one, body: { access: 1 } })
  await pollUntilTrue(() => client.ended.includes('forbidden'))
})

test('rejects a token of another user than the cookie', async () => {
  const { id } = await newPage()
  const client = open(cast.max, id, cast.ann.id)
  await pollUntilTrue(() => client.ended.includes('forbidden'))
})

test('security 58: rejects cookies from other sites there too', async () => {
  const upgraded = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers })
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0))
      socket.on('error', reject)
    })
  const { cookie } = cast.max
  const path = '/live/collaboration'
  expect(await upgraded(path, { cookie, origin: server.url })).toBe(101)
  expect(await upgraded(`${path}/`, { cookie, origin: server.url })).toBe(101)
  expect(await upgraded(path, { cookie, origin: 'https://evil.example' })).toBe(403)
  expect(await upgraded(path, { origin: server.url })).toBe(401)
})
