import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createThrottledQueue } from '#api/platform/concurrency/throttled-queue.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'

test('runs cheap work immediately and in order', () => {
  const done: number[] = []
  const pace = createThrottledQueue(
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

test('security 63: runs one expensive task per turn of the event loop', async () => {
  const done: number[] = []
  const pace = createThrottledQueue(
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
  await pollUntilTrue(() => !pace.isBehind())
  expect(done).toEqual([1, 2, 3, 4])
})

test('security 63: work over budget waits, and is dropped when the socket closes', async () => {
  const done: number[] = []
  let allowance = 2
  const pace = createThrottledQueue(
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
  await pollUntilTrue(() => done.length === 3)
  pace.close()
  // The second queue starts after the first queue was closed. By the time it has done its work, a queue that was not
  // closed would have done its remaining work too.
  const after = createThrottledQueue(
    () => allowance-- > 0,
    () => {},
  )
  after.pass(
    () => 1,
    () => done.push(5),
  )
  allowance = 10
  await pollUntilTrue(() => done.includes(5))
  expect(done).toEqual([1, 2, 3, 5])
})
