import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#common/platform/errors.ts'

/** An error with `retry_after` of 5 seconds is retried for a minute. */
const maxRetries = 12

/** Runs `work`, and repeats it after `retry_after` seconds while the server is busy or the user has too many tasks. */
export async function retryWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await work()
    } catch (error) {
      if (retries === maxRetries || !isBusyError(error)) throw error
      await pause(Number(error.details['retry_after'] ?? 5) * 1000)
    }
  }
}

function isBusyError(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'rate_limited' || error.code === 'unavailable')
}
