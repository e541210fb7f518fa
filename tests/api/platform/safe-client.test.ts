import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createAddressFilter } from '#api/platform/outgoing/address-filter.ts'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { ExternalResourceUnreadable } from '#api/platform/outgoing/unreadable.ts'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Starts a real server on this machine. Returns its port and the requests that it received. */
async function serve(listener: RequestListener, host = '127.0.0.1') {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return { port: (server.address() as AddressInfo).port, asked }
}

const page: RequestListener = (_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end('<title>Read</title>')
}
const html = { types: ['text/html'], most: 1000 }
/** These tests allow one address of this machine; its other addresses stay private. */
const reachable = ['127.0.0.1']
const client = createSafeHttpClient({ reachable })

describe('an address that a person names', () => {
  test('is read with what it is and where it was', async () => {
    const { port } = await serve(page)
    const read = await client.read(`http://127.0.0.1:${port}/a?b=c#d`, html)
    expect(read).toMatchObject({ type: 'text/html', charset: 'utf-8', isCut: false })
    expect(read.bytes.toString()).toBe('<title>Read</title>')
    expect(read.url).toContain('/a?b=c')
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.2'],
    ['localhost', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
  ])('security 12: of this machine, as %s, is not asked', async (host, listens) => {
    const { port, asked } = await serve(page, listens)
    const strict = createSafeHttpClient({ reachable: [] })
    await expect(strict.read(`http://${host}:${port}/`, html)).rejects.toBeInstanceOf(
      ExternalResourceUnreadable,
    )
    expect(asked).toEqual([])
  })

  test('security 13: is not followed to where it may not lead', async () => {
    const hidden = await serve(page, '127.0.0.2')
    const { port } = await serve((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.2:${hidden.port}/` }).end()
    })
    await expect(client.read(`http://127.0.0.1:${port}/`, html)).rejects.toThrow('cannot be reached')
    expect(hidden.asked).toEqual([])
  })

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/html,x', '//', 'http://[::1'])(
    'is not followed to %s',
    async (location) => {
      const { port } = await serve((_, response) => void response.writeHead(301, { location }).end())
      await expect(client.read(`http://127.0.0.1:${port}/`, html)).rejects.toBeInstanceOf(
        ExternalResourceUnreadable,
      )
    },
  )

  test('security 14: is connected to at the address that was looked up, whatever its name leads to later', async () => {
    const hidden = await serve(page, '127.0.0.2')
    const { port } = await serve(page)
    let times = 0
    const resolve = async () => [times++ === 0 ? '127.0.0.1' : '127.0.0.2']
    const rebound = createSafeHttpClient({ reachable, resolve })
    const address = (at: number) => `http://rebinds.example:${at}/`
    await rebound.read(address(port), html)
    expect(times).toBe(1)
    await expect(rebound.read(address(hidden.port), html)).rejects.toThrow('cannot be reached')
    expect(hidden.asked).toEqual([])
  })

  test('is asked by its name, at the first of its addresses that may be reached', async () => {
    const { port, asked } = await serve(page)
    const named = createSafeHttpClient({ reachable, resolve: async () => ['127.0.0.3', '127.0.0.1'] })
    await named.read(`http://named.example:${port}/x`, html)
    expect(asked).toEqual([`named.example:${port}/x`])
  })

  test('security 63: is looked up in turns, so that names without an answer keep nobody waiting', async () => {
    const { port } = await serve(page)
    const asked: string[] = []
    const silent = Promise.withResolvers<string[]>()
    const resolve = (host: string) => {
      asked.push(host)
      return host.endsWith('.slow.example') ? silent.promise : Promise.resolve(['127.0.0.1'])
    }
    const named = createSafeHttpClient({ reachable, resolve })
    const slow = Array.from({ length: 20 }, (_, at) => named.read(`http://a${at}.slow.example/`, html))
    for (const one of slow) one.catch(() => {})
    expect((await named.read(`http://quick.example:${port}/`, html)).bytes.toString()).toContain('Read')
    expect(asked).toEqual(['a0.slow.example', 'quick.example'])
    silent.resolve([])
    expect((await Promise.allSettled(slow)).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('is followed a few times, not for ever', async () => {
    const { port, asked } = await serve((request, response) => {
      const at = Number(request.url?.slice(1))
      if (at === 0) return page(request, response)
      response.writeHead(307, { location: `/${at - 1}` }).end()
    })
    const read = await client.read(`http://127.0.0.1:${port}/4`, html)
    expect(read.url).toBe(`http://127.0.0.1:${port}/0`)
    asked.length = 0
    await expect(client.read(`http://127.0.0.1:${port}/5`, html)).rejects.toThrow('too many redirects')
    expect(asked).toHaveLength(5)
  })

  test.each([
    ['text/plain', 200],
    ['application/json', 200],
    ['text/html', 404],
    ['text/html', 500],
    ['text/html', 204],
  ])('that answers %s with %i is left', async (type, status) => {
    const { port } = await serve(
      (_, response) => void response.writeHead(status, { 'content-type': type }).end(),
    )
    await expect(client.read(`http://127.0.0.1:${port}/`, html)).rejects.toBeInstanceOf(
      ExternalResourceUnreadable,
    )
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is unpacked from %s, and no further than is wanted', async (encoding, pack) => {
    const packed = pack(Buffer.alloc(30_000_000, 'a'))
    const { port } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
      response.end(packed)
    })
    const before = process.memoryUsage().arrayBuffers
    const read = await client.read(`http://127.0.0.1:${port}/`, html)
    expect(read.isCut).toBe(true)
    expect(read.bytes.toString()).toBe('a'.repeat(1000))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  })

  test('that is packed in an unknown way, or wrongly, is left', async () => {
    const { port } = await serve((request, response) => {
      const encoding = request.url === '/zstd' ? 'zstd' : 'gzip'
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end('not packed')
    })
    for (const path of ['zstd', 'gzip'])
      await expect(client.read(`http://127.0.0.1:${port}/${path}`, html)).rejects.toBeInstanceOf(
        ExternalResourceUnreadable,
      )
  })

  test('whose answer never ends is left after ten seconds', { timeout: 20_000 }, async () => {
    const { port } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write(' '), 200)
      response.on('close', () => clearInterval(timer))
    })
    const began = performance.now()
    await expect(client.read(`http://127.0.0.1:${port}/`, html)).rejects.toBeInstanceOf(
      ExternalResourceUnreadable,
    )
    expect(performance.now() - began).toBeLessThan(14_000)
  })
})

describe('security 14: the server reaches', () => {
  const isReachable = createAddressFilter([])

  test.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s', (address) => {
    expect(isReachable(address)).toBe(true)
  })

  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
    ],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '::127.0.0.1',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
    ],
    ...[
      'ff02::1',
      'fec0::1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      '100::1',
    ],
    ...['', 'localhost', '127.0.0.1.', 'fe80::1%eth0'],
  ])('never %s', (address) => {
    expect(isReachable(address)).toBe(false)
  })

  test('networks that it is told to, and no more', () => {
    const told = createAddressFilter(['10.1.0.0/16', 'fd00::/8', '192.168.0.7'])
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', '192.168.0.7'].every(told)).toBe(true)
    expect(['10.2.0.1', 'fc00::1', '192.168.0.8', '127.0.0.1'].some(told)).toBe(false)
  })
})
