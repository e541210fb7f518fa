import { expect, test } from 'vitest'
import { createGate } from '#api/gate.ts'

test("nobody's many wait before somebody's one", async () => {
  const gate = createGate({ atOnce: 2, atOncePerPerson: 1 })
  const order: string[] = []
  const ask = (person: string) => gate.pass(person, async () => void order.push(person))
  await Promise.all([...Array.from({ length: 100 }, () => ask('Eve')), ask('Ann'), ask('Max')])
  expect(order).toHaveLength(102)
  expect(order.slice(0, 8)).toEqual(expect.arrayContaining(['Ann', 'Max']))
})

test('one person has at most one at work, all two', async () => {
  const gate = createGate({ atOnce: 2, atOncePerPerson: 1 })
  const release = Promise.withResolvers<void>()
  const begun: string[] = []
  const ask = (person: string) =>
    gate.pass(person, () => {
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

test('work that fails gives its turn back', async () => {
  const gate = createGate({ atOnce: 2, atOncePerPerson: 1 })
  const fail = () => gate.pass('Eve', () => Promise.reject(new Error('no')))
  await Promise.allSettled(Array.from({ length: 10 }, fail))
  expect(await gate.pass('Eve', async () => 'yes')).toBe('yes')
})
