import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { lockItemSequence } from '../support/lock-item-sequence.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { readEmbeddedPostgres, type ServerProcess, startServerProcess } from '../support/server-process.ts'

// Clients in this file never close their connections. A server that waited for the clients would never stop.
let dataDir: string
let server: ServerProcess
let ann: ApiClient
let params: { slug: string; project_id: string }
const sockets: Socket[] = []
let round = 0

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('shutdown')
})

beforeEach(async () => {
  server = await startServerProcess(dataDir)
  const slug = `acme-${++round}`
  ann = await createSignedInUser(server, `ann@${slug}.example`)
  await ann.call('createWorkspace', { body: { name: slug, slug } })
  const project = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug, project_id: project.id }
}, 60_000)

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('SIGTERM ends the server whatever sockets are open, and its database', async () => {
  await openRaw('')
  await openRaw('GET /healthz HTTP/1.1\r\nHost:')
  for (const path of ['/live/?EIO=4&transport=websocket', '/documents']) {
    const socket = await openRaw(upgradeTo(path))
    const [head] = await once(socket, 'data')
    expect(String(head)).toContain('101')
  }
  expect(await server.stop()).toBe(0)
  await expectNoDatabase()
}, 60_000)

test('a caller that keeps its connection is told to close it', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const connections: (string | undefined)[] = []
  let isOver = false
  const hammering = (async () => {
    while (!isOver) connections.push(await ask(agent).catch(() => 'refused'))
  })()
  await pollUntilTrue(() => connections.length > 10, 'it is answered')
  expect(connections).not.toContain('close')
  const lock = await lockItemSequence(server.databaseUrl, params.project_id)
  const path = `/api/workspaces/${params.slug}/projects/${params.project_id}/issues/`
  const slow = fetch(server.url + path, {
    method: 'POST',
    headers: { cookie: ann.cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Under way' }),
  })
  await lock.isWaitedFor()
  const stopped = server.stop()
  await pollUntilTrue(() => connections.includes('refused'), 'nobody new comes in')
  await lock.release()
  expect((await slow).status).toBe(201)
  expect((await slow).headers.get('connection')).toBe('close')
  expect(await stopped).toBe(0)
  isOver = true
  await hammering
  agent.destroy()
}, 60_000)

test('a request that waits for a lock nobody gives up is cut, and leaves nothing', async () => {
  const lock = await lockItemSequence(server.databaseUrl, params.project_id)
  const slow = ann.call('createWorkItem', { params, body: { name: 'Never' } })
  const cut = expect(slow).rejects.toThrow(/fetch failed/)
  await lock.isWaitedFor()
  expect(await server.stop()).toBe(0)
  await cut
  await expectNoDatabase()
  server = await startServerProcess(dataDir)
  expect(await runSql(server.databaseUrl, "select id from work_items where name = 'Never'")).toEqual([])
  await server.stop()
}, 60_000)

test('SIGTERM ends the server while its database is coming back from kill -9', async () => {
  process.kill((await readEmbeddedPostgres(dataDir)).pid, 'SIGKILL')
  expect(await server.stop()).toBe(0)
  await expectNoDatabase()
}, 60_000)

test('SIGTERM ends a database that does not listen to signals any more', async () => {
  process.kill((await readEmbeddedPostgres(dataDir)).pid, 'SIGSTOP')
  expect(await server.stop()).toBe(0)
  await expectNoDatabase()
}, 60_000)

async function openRaw(text: string): Promise<Socket> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return socket
}

/** Returns a WebSocket handshake as plain text, for a client that never answers the server. */
function upgradeTo(path: string): string {
  const { host } = new URL(server.url)
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${server.url}`,
    `Cookie: ${ann.cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')
}

/** Makes a request and returns the `Connection` header of the answer. */
async function ask(agent: Agent): Promise<string | undefined> {
  const [answer] = await once(get(`${server.url}/healthz`, { agent }), 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.headers.connection
}

async function expectNoDatabase(): Promise<void> {
  await expect(runSql(server.databaseUrl, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
}
