import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPacedQueue } from '#api/platform/concurrency/paced-queue.ts'
import { until } from '../../support/document-clients.ts'

test('what is light is done at once and in order', () => {
  const done: number[] = []
  const pace = createPacedQueue(
    () => true,
    () => {},
  )
  for (const at of [1, 2, 3])
    pace.pass(
      () => 1,
      () => done.push(at),
    )
  expect([done, pace.isBehind()]).toEqual([[1, 2, 3], false])
})

test('security 63: of what is costly one thing is done in a turn', async () => {
  const done: number[] = []
  const pace = createPacedQueue(
    () => true,
    () => {},
  )
  for (const at of [1, 2, 3])
    pace.pass(
      () => 100,
      () => done.push(at),
    )
  pace.pass(
    () => 1,
    () => done.push(4),
  )
  expect([done, pace.isBehind()]).toEqual([[1], true])
  await turn()
  expect(done).toEqual([1, 2])
  await until(() => !pace.isBehind())
  expect(done).toEqual([1, 2, 3, 4])
})

test('security 63: what may not be done yet waits, and is gone with the socket', async () => {
  const done: number[] = []
  let allowance = 2
  const pace = createPacedQueue(
    () => allowance-- > 0,
    () => {},
  )
  for (const at of [1, 2, 3, 4])
    pace.pass(
      () => 1,
      () => done.push(at),
    )
  expect([done, pace.isBehind()]).toEqual([[1, 2], true])
  allowance = 1
  await until(() => done.length === 3)
  pace.close()
  // Another that begins to wait only now, and so looks later.
  const after = createPacedQueue(
    () => allowance-- > 0,
    () => {},
  )
  after.pass(
    () => 1,
    () => done.push(5),
  )
  allowance = 10
  await until(() => done.includes(5))
  expect(done).toEqual([1, 2, 3, 5])
})
