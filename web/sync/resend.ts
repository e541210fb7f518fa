import { atom, type PrimitiveAtom } from 'jotai'
import { type Clock, pause } from './clock.ts'
import type { Device } from './device.ts'
import { RequestError } from './http.ts'
import type { Store } from './store.ts'

/** As long as an update of the server takes, or somebody who looks after it; meanwhile the screen says that it is reconnecting. */
const goOnFor = 5 * 60_000
const firstPause = 500
const longestPause = 5000

export interface Resending {
  /** How many requests wait for the server to come back; the shell says "reconnecting" while there are any. */
  resendingAtom: PrimitiveAtom<number>
  /** Sends a write with a mutation id, which the server does once however often it comes, until there is an answer, at most for five minutes. Throws the last failure, or what is no failure of the way. */
  resend<Answer>(send: () => Promise<Answer>): Promise<Answer>
}

export function createResending(store: Store, clock: Clock, device: Device): Resending {
  const resendingAtom = atom(0)

  async function resend<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const giveUpAt = clock.now() + goOnFor
    let isWaiting = false
    const wait = (attempt: number, error: unknown) => {
      if (!isPassing(error, device) || clock.now() > giveUpAt) throw error
      if (!isWaiting) store.set(resendingAtom, (count) => count + 1)
      isWaiting = true
      return pause(clock, pauseAfter(attempt, error))
    }
    try {
      return await untilAnswered(send, wait)
    } finally {
      if (isWaiting) store.set(resendingAtom, (count) => count - 1)
    }
  }

  return { resendingAtom, resend }
}

async function untilAnswered<Answer>(
  send: () => Promise<Answer>,
  wait: (attempt: number, error: unknown) => Promise<void>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      await wait(attempt, error)
    }
  }
}

/** A request that failed for a reason that passes: the server or its database is away, and the machine knows of no reason why. */
function isPassing(error: unknown, device: Device): error is RequestError {
  if (!(error instanceof RequestError)) return false
  return error.code === 'unavailable' || (error.code === 'offline' && device.isOnline())
}

/** At least as long as the server asks for; not everybody's at the same moment, or its first moment would be its last. */
function pauseAfter(attempt: number, { retry_after }: RequestError): number {
  const usual = Math.min(firstPause * 2 ** (attempt - 1), longestPause)
  return Math.max(usual, (retry_after ?? 0) * 1000) * (1 + Math.random() / 4)
}
