import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/build.mjs'
import { startTestServer, type TestServer } from '../support/server.ts'

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

/** As it comes over the wire. */
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
    expect(() => new RegExp(pattern, 'u')).not.toThrow()
    expect(pattern).not.toMatch(/\$\/[a-z]*$/)
  }
})
