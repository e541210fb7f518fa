import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { throttleRequests } from '#api/platform/http/throttle.ts'

/** Creates a server that records the start time of each request. Sign-ins are throttled, lists are not. */
function makeServer() {
  const begun: string[] = []
  const app = new Hono()
  app.use('/auth/*', throttleRequests())
  app.get('*', (c) => {
    begun.push(c.req.path)
    return c.text('')
  })
  return { app, begun }
}

const hundred = Array.from({ length: 100 }, (_, at) => `/auth/${at}`)

test('simultaneous sign-ins start in order, and other requests do not wait', async () => {
  const { app, begun } = makeServer()
  const signIns = hundred.map((path) => app.request(path))
  await app.request('/list')
  expect(begun.indexOf('/list')).toBeLessThan(2)
  await Promise.all(signIns)
  expect(begun.filter((path) => path !== '/list')).toEqual(hundred)
})

test('other requests run between two sign-ins', async () => {
  const { app, begun } = makeServer()
  const seen = new Set<number>()
  const others = setInterval(() => seen.add(begun.length), 0)
  await Promise.all(hundred.map((path) => app.request(path)))
  clearInterval(others)
  expect(seen.size).toBeGreaterThan(hundred.length / 4)
})

test('a flood does not delay later requests', async () => {
  const { app, begun } = makeServer()
  const flood = Promise.all(Array.from({ length: 1000 }, () => app.request('/auth/flood')))
  await app.request('/auth/somebody')
  expect(begun).toContain('/auth/somebody')
  expect(begun.length).toBeGreaterThan(500)
  expect(begun.length).toBeLessThan(1001)
  await flood
  expect(begun).toHaveLength(1001)
})
