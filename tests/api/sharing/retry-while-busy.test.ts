import { expect, test } from 'vitest'
import { retryWhileBusy } from '#api/sharing/workspace-exports/retry-while-busy.ts'
import { AppError, type ErrorCode } from '#common/platform/errors.ts'

/** Runs work that fails `failures` times. Returns the result and the number of attempts. */
async function attempt(code: ErrorCode, failures: number) {
  let attempts = 0
  const result = await retryWhileBusy(async () => {
    if (attempts++ < failures) throw new AppError(code, 'Refused', { retry_after: 0 })
    return 'done'
  }).catch((error: AppError) => error.code)
  return { result, attempts }
}

test.each(['rate_limited', 'unavailable'] as const)('work that fails with %s is repeated', async (code) => {
  expect(await attempt(code, 3)).toEqual({ result: 'done', attempts: 4 })
})

test('work that stays busy fails in the end', async () => {
  expect(await attempt('unavailable', 1000)).toEqual({ result: 'unavailable', attempts: 13 })
})

test('other errors are not repeated', async () => {
  expect(await attempt('too_large', 1)).toEqual({ result: 'too_large', attempts: 1 })
})
