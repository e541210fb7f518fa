import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/build.mjs'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  await ensureBuilt()
  server = await startTestServer()
}, 120_000)

afterAll(() => server.close())

test('a file of an older build is not found', async () => {
  const gone = await fetch(`${server.url}/assets/gone-12345678.js`)
  expect(gone.status).toBe(404)
  expect(gone.headers.get('cache-control') ?? '').not.toContain('immutable')
})

test('pages are asked for anew, hashed files never', async () => {
  for (const path of ['/', '/acme/projects']) {
    const page = await fetch(server.url + path)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const [, asset] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
    const script = await fetch(server.url + asset)
    expect(script.status).toBe(200)
    expect(script.headers.get('cache-control')).toContain('immutable')
  }
})

test('an answer is compressed for those who take it so', async () => {
  const sent = (accepts: string, path = '/api/openapi.json') =>
    raw(server.url + path, { 'accept-encoding': accepts })
  const [plain, small] = [await sent('identity'), await sent('gzip', '/api/nothing/')]
  for (const [accepts, encoding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ] as const) {
    const { headers, body } = await sent(accepts)
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    const text = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
    expect(text.equals(plain.body)).toBe(true)
  }
  for (const { headers } of [plain, small, await sent('gzip;q=0')]) {
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-length']).toBeDefined()
  }
})

/** Returns headers and body of the response without decompressing the body. */
async function raw(url: string, headers: Record<string, string>) {
  const answers = once(get(url, { headers }), 'response') as Promise<[IncomingMessage]>
  const [answer] = await answers
  return { headers: answer.headers, body: await buffer(answer) }
}

test('every pattern of the API document is one', async () => {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).text()
  const patterns = [...document.matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, text]) =>
    JSON.parse(text ?? '""'),
  )
  expect(patterns.length).toBeGreaterThan(0)
  for (const pattern of patterns) {
    // The pattern must compile without flags, as in JSON Schema, and with the `u` flag, which some validators
    // set.
    expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern).not.toThrow()
    expect(pattern).not.toMatch(/\$\/[a-z]*$/)
    // RE2, Python and others support neither look-around nor back-references, and differ in Unicode classes and
    // escapes.
    expect(pattern).not.toMatch(/\(\?[=!<]|\\[pPkux0-9]|\\c/)
  }
})

test('the pattern of a color takes capitals too', async () => {
  const { paths } = await (await fetch(`${server.url}/api/openapi.json`)).json()
  const call = paths['/api/workspaces/{slug}/projects/{project_id}/issue-labels/'].post
  const { pattern } = call.requestBody.content['application/json'].schema.properties.color
  expect('#A1b2C3').toMatch(new RegExp(pattern))
})

/** Sends bytes that no HTTP client would send, and returns the response. */
async function answerTo(bytes: string): Promise<{ status: number; answer: Record<string, unknown> }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  const [head = '', body = ''] = (await buffer(socket)).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), answer: JSON.parse(body) }
}

test.each([15_100, 30_000, 60_000])(
  'security 64: an address of %i characters is too long',
  async (length) => {
    for (const path of ['/api/timezones/?x=', '/api/nothing/', '/acme/']) {
      const response = await fetch(`${server.url}${path}${'x'.repeat(length)}`)
      expect(response.status).toBe(414)
      expect(await response.json()).toEqual({
        code: 'uri_too_long',
        error: 'The URL is too long.',
        request_id: response.headers.get('x-request-id'),
      })
    }
    expect((await fetch(`${server.url}/acme/${'x'.repeat(14_900)}`)).status).toBe(200)
  },
)

test('security 64: what Node refuses by itself is told in our form', async () => {
  const endless = `/${'x'.repeat(100_000)}`
  for (const [bytes, status, code] of [
    [`GET ${endless} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${endless}\r\n\r\n`, 431, 'too_large'],
    ['GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400, 'invalid'],
    ['hello\r\n\r\n', 400, 'invalid'],
  ] as const) {
    expect(await answerTo(bytes)).toEqual({
      status,
      answer: { code, error: expect.any(String), request_id: expect.any(String) },
    })
  }
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})

test('a token restricts the figures to its holder', async () => {
  const token = 'figures-are-not-for-everybody'
  const restricted = await startTestServer({ METRICS_TOKEN: token })
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${restricted.url}/metrics`, { headers })).status
  try {
    expect(await statusWith({})).toBe(404)
    expect(await statusWith({ authorization: `Bearer ${token}x` })).toBe(404)
    expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(200)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
  } finally {
    await restricted.close()
  }
})
