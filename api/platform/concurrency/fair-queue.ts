import { AppError } from '#common/platform/errors.ts'

export interface FairQueue {
  /**
   * Runs `work` when it is the user's (`person`) turn. Throws `rate_limited` if too many of the user's
   * requests are waiting.
   */
  pass<T>(person: string, work: () => Promise<T>): Promise<T>
}

interface FairQueueOptions {
  /** Maximum number of parallel tasks of all users together. */
  atOnce: number
  /** Maximum number of parallel tasks of one user. */
  atOncePerPerson: number
  /** Maximum number of waiting tasks per user. If it is omitted, there is no maximum. */
  mostWaiting?: number
  /**
   * If a user has more waiting tasks than this number, the user's tasks run one at a time until none is
   * waiting. This way, other users do not notice the load.
   */
  manyWaiting?: number
}

/**
 * Seconds after which a client may retry when the queue of its user is full. A full queue of fast calls is
 * empty after this time.
 */
const retryAfter = 2

/**
 * A queue that serves users in turn, so that many tasks of one user do not delay a single task of another
 * user.
 */
export function createFairQueue({
  atOnce,
  atOncePerPerson,
  mostWaiting = Number.POSITIVE_INFINITY,
  manyWaiting = Number.POSITIVE_INFINITY,
}: FairQueueOptions): FairQueue {
  const waiting = new Map<string, (() => void)[]>()
  /**
   * Users who had more than `manyWaiting` waiting tasks. A user leaves this set when none of their tasks is
   * waiting any more.
   */
  const overloadedPeople = new Set<string>()
  const running = new Map<string, number>()
  let total = 0

  function isAtLimit(person: string): boolean {
    return (running.get(person) ?? 0) >= (overloadedPeople.has(person) ? 1 : atOncePerPerson)
  }

  function startNext(): void {
    for (const [person, queue] of waiting) {
      if (total >= atOnce) return
      if (isAtLimit(person)) continue
      const start = queue.shift()
      // Move a user who has further tasks to the end of the queue of users.
      waiting.delete(person)
      if (queue.length > 0) waiting.set(person, queue)
      else overloadedPeople.delete(person)
      total++
      running.set(person, (running.get(person) ?? 0) + 1)
      start?.()
    }
  }

  function release(person: string): void {
    total--
    const left = (running.get(person) ?? 1) - 1
    if (left === 0) running.delete(person)
    else running.set(person, left)
    startNext()
  }

  return {
    async pass(person, work) {
      const queue = waiting.get(person) ?? []
      if (queue.length >= mostWaiting) throw tooMany()
      await new Promise<void>((resolve) => {
        queue.push(resolve)
        if (queue.length > manyWaiting) overloadedPeople.add(person)
        waiting.set(person, queue)
        startNext()
      })
      try {
        return await work()
      } finally {
        release(person)
      }
    },
  }
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many requests at once. Please wait a moment.', {
    error_code: 5900,
    error_message: 'RATE_LIMIT_EXCEEDED',
    retry_after: retryAfter,
  })
}
