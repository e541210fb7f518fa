import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { paced } from '#api/platform/http/paced.ts'

/** A server which notes what it begins: sign-ins are paced, lists are not. */
function makeServer() {
  const begun: string[] = []
  const app = new Hono()
  app.use('/auth/*', paced())
  app.get('*', (c) => {
    begun.push(c.req.path)
    return c.text('')
  })
  return { app, begun }
}

const hundred = Array.from({ length: 100 }, (_, at) => `/auth/${at}`)

test('sign-ins of one instant begin in their order, and what comes behind them is not behind them', async () => {
  const { app, begun } = makeServer()
  const signIns = hundred.map((path) => app.request(path))
  await app.request('/list')
  expect(begun.indexOf('/list')).toBeLessThan(2)
  await Promise.all(signIns)
  expect(begun.filter((path) => path !== '/list')).toEqual(hundred)
})

test('between two sign-ins there is time for others', async () => {
  const { app, begun } = makeServer()
  const seen = new Set<number>()
  const others = setInterval(() => seen.add(begun.length), 0)
  await Promise.all(hundred.map((path) => app.request(path)))
  clearInterval(others)
  expect(seen.size).toBeGreaterThan(hundred.length / 4)
})

test('a flood keeps nobody waiting behind it', async () => {
  const { app, begun } = makeServer()
  const flood = Promise.all(Array.from({ length: 1000 }, () => app.request('/auth/flood')))
  await app.request('/auth/somebody')
  expect(begun).toContain('/auth/somebody')
  expect(begun.length).toBeGreaterThan(500)
  expect(begun.length).toBeLessThan(1001)
  await flood
  expect(begun).toHaveLength(1001)
})
