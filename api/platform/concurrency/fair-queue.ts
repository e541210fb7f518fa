import { AppError } from '#common/platform/errors.ts'

export interface FairQueue {
  /** Runs `work` when it is this person's turn. Throws `rate_limited` when too much of this person waits already. */
  pass<T>(person: string, work: () => Promise<T>): Promise<T>
}

interface Room {
  /** Of all together, */
  atOnce: number
  /** and of one. */
  atOncePerPerson: number
  /** How many of one person may wait; without it as many as they send. */
  mostWaiting?: number
  /** When more than so many of one person wait, they run one at a time until none waits: others would notice several. */
  manyWaiting?: number
}

/** Seconds. A full queue of quick calls is empty by then. */
const retryAfter = 2

/** What many ask for takes turns by person, so that nobody's many wait before somebody's one. */
export function createFairQueue({
  atOnce,
  atOncePerPerson,
  mostWaiting = Number.POSITIVE_INFINITY,
  manyWaiting = Number.POSITIVE_INFINITY,
}: Room): FairQueue {
  const waiting = new Map<string, (() => void)[]>()
  /** People who have had more than `manyWaiting` in their queue, until it is empty. */
  const crowds = new Set<string>()
  const running = new Map<string, number>()
  let total = 0

  function isServed(person: string): boolean {
    return (running.get(person) ?? 0) >= (crowds.has(person) ? 1 : atOncePerPerson)
  }

  function next(): void {
    for (const [person, queue] of waiting) {
      if (total >= atOnce) return
      if (isServed(person)) continue
      const start = queue.shift()
      // Whoever has more to ask goes behind the others.
      waiting.delete(person)
      if (queue.length > 0) waiting.set(person, queue)
      else crowds.delete(person)
      total++
      running.set(person, (running.get(person) ?? 0) + 1)
      start?.()
    }
  }

  function done(person: string): void {
    total--
    const left = (running.get(person) ?? 1) - 1
    if (left === 0) running.delete(person)
    else running.set(person, left)
    next()
  }

  return {
    async pass(person, work) {
      const queue = waiting.get(person) ?? []
      if (queue.length >= mostWaiting) throw tooMany()
      await new Promise<void>((resolve) => {
        queue.push(resolve)
        if (queue.length > manyWaiting) crowds.add(person)
        waiting.set(person, queue)
        next()
      })
      try {
        return await work()
      } finally {
        done(person)
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
