import { expect, test } from 'vitest'
import { createFairQueue } from '#api/platform/concurrency/fair-queue.ts'

test('many tasks of one user do not delay the single task of another', async () => {
  const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1 })
  const order: string[] = []
  const ask = (person: string) => queue.pass(person, async () => void order.push(person))
  await Promise.all([...Array.from({ length: 100 }, () => ask('Eve')), ask('Ann'), ask('Max')])
  expect(order).toHaveLength(102)
  expect(order.slice(0, 8)).toEqual(expect.arrayContaining(['Ann', 'Max']))
})

test('runs at most one task per user and two in total', async () => {
  const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1 })
  const release = Promise.withResolvers<void>()
  const begun: string[] = []
  const ask = (person: string) =>
    queue.pass(person, () => {
      begun.push(person)
      return release.promise
    })
  const all = ['Eve', 'Eve', 'Eve', 'Ann', 'Max', 'Gus'].map(ask)
  await Promise.resolve()
  expect(begun).toEqual(['Eve', 'Ann'])
  release.resolve()
  await Promise.all(all)
  expect(begun).toHaveLength(6)
})

test('a failed task releases its slot', async () => {
  const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1 })
  const fail = () => queue.pass('Eve', () => Promise.reject(new Error('no')))
  await Promise.allSettled(Array.from({ length: 10 }, fail))
  expect(await queue.pass('Eve', async () => 'yes')).toBe('yes')
})

test('rejects more tasks of a user whose queue is full', async () => {
  const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1, mostWaiting: 3 })
  const release = Promise.withResolvers<void>()
  const eves = Array.from({ length: 6 }, () => queue.pass('Eve', () => release.promise))
  const refused = Promise.allSettled(eves.slice(4))
  expect(await refused).toMatchObject([
    { reason: { code: 'rate_limited', details: { retry_after: 2 } } },
    { reason: { code: 'rate_limited' } },
  ])
  expect(await queue.pass('Ann', async () => 'served')).toBe('served')
  release.resolve()
  expect((await Promise.allSettled(eves)).filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(await queue.pass('Eve', async () => 'served again')).toBe('served again')
})

test('runs one task at a time for a user with a long queue', async () => {
  const queue = createFairQueue({ atOnce: 8, atOncePerPerson: 4, manyWaiting: 5 })
  let running = 0
  const seen: number[] = []
  const ask = () =>
    queue.pass('Eve', async () => {
      seen.push(++running)
      await new Promise(setImmediate)
      running--
    })
  await Promise.all(Array.from({ length: 12 }, ask))
  expect(seen).toEqual([1, 2, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1])
  await Promise.all(Array.from({ length: 4 }, ask))
  expect(seen.slice(12)).toEqual([1, 2, 3, 4])
})
