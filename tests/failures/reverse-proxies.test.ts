import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { documentName } from '#common/documents/content/names.ts'
import { BrowserClient } from '../support/browser-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../support/cast.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../support/document-clients.ts'
import { freePort } from '../support/free-port.ts'
import { connectLive } from '../support/live-client.ts'
import { isInstalled, type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { attachFileToItem, fetchAsUser } from '../support/upload.ts'

const names = ['nginx', 'caddy'] as const
const megabyte = 1024 * 1024

const cases = names.map((name) => {
  const isThere = isInstalled(name)
  return { name, isThere, note: isThere ? '' : ' (skipped, since it is not installed)' }
})

describe.each(cases)('the example for $name$note', ({ name, isThere }) => {
  let server: TestServer
  let proxy: ReverseProxy
  let cast: WorkspaceWithUsers
  let params: { slug: string; project_id: string }

  beforeAll(async () => {
    if (!isThere) return
    const own = await freePort()
    const behind = await startTestServer({
      APP_URL: `http://127.0.0.1:${own}`,
      TRUSTED_PROXIES: '1',
      FILE_SIZE_LIMIT: String(25 * megabyte),
    })
    server = { ...behind, url: `http://127.0.0.1:${own}` }
    proxy = await startReverseProxy(name, { own, server: Number(new URL(behind.url).port) })
    cast = await createWorkspaceWithUsers(server)
    const body = { name: 'Atlas', identifier: 'ATL' }
    const project = await cast.ann.call('createProject', { params: { slug: cast.slug }, body })
    params = { slug: cast.slug, project_id: project.id }
  })
  afterAll(async () => {
    closeClients()
    await proxy?.close()
    await server?.close()
  })

  test.skipIf(!isThere)('passes sign-up, sign-in and security headers', async () => {
    const email = 'new@example.com'
    const browser = new BrowserClient(server)
    await browser.post('signUp', { email, password: 'Correct horse 7!' })
    await browser.post('signOut')
    expect(browser.isSignedIn).toBe(false)
    const { status } = await browser.post('signIn', { email, password: 'Correct horse 7!' })
    expect([status, browser.isSignedIn]).toEqual([302, true])
    const { headers } = await browser.send('getCsrfToken')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).not.toBeNull()
    expect(headers.get('content-security-policy')).not.toBeNull()
  })

  test.skipIf(!isThere)('passes sockets of changes and of documents', async () => {
    const live = await connectLive(server, cast.ann)
    await live.subscribe(cast.slug)
    const item = await cast.ann.call('createWorkItem', { params, body: { name: 'Heard' } })
    await live.hears((change) => change.id === item.id)
    live.close()
    const page = await cast.ann.call('createPage', { params, body: { name: 'Plan' } })
    const clients = [cast.ann, cast.ann].map((who) =>
      openDocumentClient(server.url, who, documentName('page', page.id)),
    )
    await Promise.all(clients.map((client) => client.synced()))
    clients[0]?.type('through the proxy')
    await pollUntilTrue(() => clients[1]?.text().includes('through the proxy') === true)
  })

  test.skipIf(!isThere)('passes a file of 20 MB unchanged', async () => {
    const item = await cast.ann.call('createWorkItem', { params, body: { name: 'With a file' } })
    const bytes = randomBytes(20 * megabyte)
    const file = { name: 'large.bin', type: 'application/octet-stream', bytes }
    const { asset_url } = await attachFileToItem(server, cast.ann, { ...params, id: item.id }, file)
    const read = await fetchAsUser(server, cast.ann, asset_url ?? '')
    expect(read.status).toBe(200)
    expect(Buffer.compare(Buffer.from(await read.arrayBuffer()), bytes)).toBe(0)
  })

  test.skipIf(!isThere)('counts each client by its own address, whatever it claims', async () => {
    const check = (from: string, claimed: string) =>
      statusOf(server.url + calls.checkEmail.path, from, claimed, { email: 'somebody@example.com' })
    let status = 0
    for (let at = 0; at < 250 && status !== 429; at++) status = await check('127.0.0.2', `203.0.113.${at}`)
    expect(status).toBe(429)
    expect(await check('127.0.0.3', '127.0.0.2')).toBe(200)
  })
})

/**
 * Sends a request from the IP address `localAddress` of this machine. The `X-Forwarded-For` header contains
 * `claimed`. Returns the status of the answer.
 */
async function statusOf(url: string, localAddress: string, claimed: string, body: object): Promise<number> {
  const sent = request(url, {
    method: 'POST',
    localAddress,
    headers: {
      'content-type': 'application/json',
      origin: new URL(url).origin,
      'x-forwarded-for': claimed,
    },
  })
  sent.end(JSON.stringify(body))
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  answer?.resume()
  return answer?.statusCode ?? 0
}
