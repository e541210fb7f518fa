import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { ExternalResourceUnreadable } from '#api/platform/outgoing/unreadable.ts'

interface Heard {
  line: string
  headers: IncomingHttpHeaders
  body: string
}

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Starts a real server on this machine. Returns its port and the requests that it received. */
async function serve(listener: RequestListener, host = '127.0.0.1') {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    heard.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() })
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return { port: (server.address() as AddressInfo).port, heard }
}

/** The safe client blocks all addresses of this machine. These tests allow only 127.0.0.1. */
const reachable = ['127.0.0.1']
const client = createSafeHttpClient({ reachable })
const what = {
  headers: { 'content-type': 'application/json', 'x-of-ours': 'yes' },
  body: '{"name":"Zoë"}',
  patience: 5000,
  most: 100,
}

test('a post arrives completely and returns the whole response', async () => {
  const { port, heard } = await serve((_, response) =>
    response.writeHead(201, { 'x-told': 'a' }).end('Thanks'),
  )
  const posted = await client.post(`http://127.0.0.1:${port}/hooks?a=b#c`, what)
  expect(posted).toMatchObject({ status: 201, isCut: false, headers: { 'x-told': 'a' } })
  expect(posted.bytes.toString()).toBe('Thanks')
  expect(heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ line: 'POST /hooks?a=b', body: what.body })
  expect(heard[0]?.headers).toMatchObject({ ...what.headers, host: `127.0.0.1:${port}` })
})

test('an error status is returned like any response', async () => {
  const { port } = await serve((_, response) => response.writeHead(500).end('no'))
  expect(await client.post(`http://127.0.0.1:${port}/`, what)).toMatchObject({ status: 500 })
})

test('security 12: a post goes nowhere but to public addresses, whatever they are called', async () => {
  const { port, heard } = await serve((_, response) => response.end())
  const strict = createSafeHttpClient({
    reachable: [],
    resolve: async () => ['127.0.0.1', '10.0.0.1', '::1'],
  })
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', 'inside.example']) {
    await expect(strict.post(`http://${host}:${port}/`, what)).rejects.toThrow('cannot be reached')
  }
  expect(heard).toEqual([])
})

test('security 12: a post does not follow where it is sent on, be it private or not', async () => {
  const hidden = await serve((_, response) => response.end(), '127.0.0.2')
  const open = await serve((_, response) => response.end())
  for (const location of [`http://127.0.0.2:${hidden.port}/`, `http://127.0.0.1:${open.port}/`]) {
    const { port } = await serve((_, response) => response.writeHead(307, { location }).end())
    expect(await client.post(`http://127.0.0.1:${port}/`, what)).toMatchObject({ status: 307 })
  }
  expect([...hidden.heard, ...open.heard]).toEqual([])
})

test('security 12: a name that leads elsewhere a moment later is connected to as it was looked up', async () => {
  const hidden = await serve((_, response) => response.end(), '127.0.0.2')
  const open = await serve((_, response) => response.end())
  let times = 0
  const resolve = async () => [times++ === 0 ? '127.0.0.1' : '127.0.0.2']
  const rebound = createSafeHttpClient({ reachable, resolve })
  await rebound.post(`http://rebinds.example:${open.port}/`, what)
  expect(times).toBe(1)
  await expect(rebound.post(`http://rebinds.example:${hidden.port}/`, what)).rejects.toThrow('reached')
  expect(hidden.heard).toEqual([])
})

test('an address adds no header and no second request', async () => {
  const { port, heard } = await serve((_, response) => response.end())
  const end = ' HTTP/1.1\r\nx-injected: 1\r\n\r\nGET /second'
  for (const path of [end, encodeURIComponent(end), `?a=${end}`])
    await client.post(`http://127.0.0.1:${port}/${path}`, what)
  expect(heard).toHaveLength(3)
  for (const { line, headers } of heard) {
    expect(line).toMatch(/^POST \//)
    expect(headers).not.toHaveProperty('x-injected')
  }
})

test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/html,x', '//', 'http://[::1'])(
  '%s is no address for a post',
  async (address) => {
    await expect(client.post(address, what)).rejects.toThrow('not a web address')
  },
)

test('an answer is read up to what is wanted, and no longer than there is patience', async () => {
  const { port } = await serve((_, response) => {
    const timer = setInterval(() => response.write('a'.repeat(60)), 5)
    response.on('close', () => clearInterval(timer))
  })
  const address = `http://127.0.0.1:${port}/`
  const posted = await client.post(address, what)
  expect(posted).toMatchObject({ status: 200, isCut: true })
  expect(posted.bytes.toString()).toBe('a'.repeat(100))
  const endless = client.post(address, { ...what, patience: 300, most: 1_000_000_000 })
  await expect(endless).rejects.toBeInstanceOf(ExternalResourceUnreadable)
})

test('a connection that breaks before the answer is no answer', async () => {
  const { port } = await serve((request) => request.socket.destroy())
  await expect(client.post(`http://127.0.0.1:${port}/`, what)).rejects.toBeInstanceOf(
    ExternalResourceUnreadable,
  )
})
