import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Thrown in a transaction that needs slow work (parsing, merging). The transaction ends, so that no locks and no
 * connection are held, the work runs, and the transaction is repeated with its result.
 */
export class RetryAfterWork extends Error {
  readonly work: () => Promise<void>

  constructor(work: () => Promise<void>) {
    super('something has to be done first')
    this.work = work
  }
}

const requests = new WeakMap<EntityManager, object>()

/**
 * Returns the same object in each run of one command, as a key for the results of the work. Undefined outside
 * `retryingAfterWork`.
 */
export function commandKeyOf(em: EntityManager): object | undefined {
  return requests.get(em)
}

/** Runs a transaction, and repeats it while it throws `RetryAfterWork`. The transaction calls `began` when it starts. */
export async function retryingAfterWork<T>(
  run: (began: (em: EntityManager) => void) => Promise<T>,
): Promise<T> {
  const request = {}
  for (;;) {
    try {
      return await run((em) => void requests.set(em, request))
    } catch (error) {
      if (!(error instanceof RetryAfterWork)) throw error
      await error.work()
    }
  }
}
