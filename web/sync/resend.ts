import { calls } from 'virtual:calls'
import { atom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import { RequestError } from './http.ts'
import { store } from './store.ts'

/** As long as an update of the server takes, or somebody who looks after it; meanwhile the screen says that it is reconnecting. */
const goOnFor = 5 * 60_000
const firstPause = 500
const longestPause = 5000

/** How many requests wait for the server to come back; the shell says "reconnecting" while there are any. */
export const resendingAtom = atom(0)

if (typeof window !== 'undefined') {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // Only while there is something to lose: a page that asks is not kept for the way back.
  store.sub(resendingAtom, () => {
    if (store.get(resendingAtom) > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}

/** A request that failed for a reason that passes: the server or its database is away, and the browser knows of no reason why. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  return error.code === 'unavailable' || (error.code === 'offline' && navigator.onLine !== false)
}

/** How a thing is read that a call makes under an id of ours. */
export const readingOf = { createWorkItem: 'getWorkItem', createPage: 'getPage' } as const

/**
 * Whether a call may be made twice, where it is not known if the first one arrived: what says how things shall be comes to the same,
 * and what makes a thing under an id of ours cannot make another one.
 */
export function isRepeatable(call: CallName): boolean {
  return calls[call][0] !== 'POST' || call in readingOf
}

/** Sends until there is an answer, at most for five minutes; `attempt` counts from 1. Throws the last failure, or what is no failure of the way. */
export async function resend<Answer>(send: (attempt: number) => Promise<Answer>): Promise<Answer> {
  const giveUpAt = Date.now() + goOnFor
  let waits = false
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(attempt)
      } catch (error) {
        if (!isPassing(error) || Date.now() > giveUpAt) throw error
        if (!waits) store.set(resendingAtom, (count) => count + 1)
        waits = true
        await pause(attempt, error as RequestError)
      }
    }
  } finally {
    if (waits) store.set(resendingAtom, (count) => count - 1)
  }
}

/** At least as long as the server asks for; not everybody's at the same moment, or its first moment would be its last. */
function pause(attempt: number, { retry_after }: RequestError): Promise<void> {
  const usual = Math.min(firstPause * 2 ** (attempt - 1), longestPause)
  const milliseconds = Math.max(usual, (retry_after ?? 0) * 1000) * (1 + Math.random() / 4)
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
