import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Thrown in a transaction that needs slow work, such as parsing or merging. The transaction ends, so that it
 * holds neither locks nor a connection. Then the work runs, and the transaction is repeated with the result.
 */
export class SlowWorkRequired extends Error {
  readonly work: () => Promise<void>

  constructor(work: () => Promise<void>) {
    super('something has to be done first')
    this.work = work
  }
}

const requests = new WeakMap<EntityManager, object>()

/**
 * Returns an object that identifies the running command, even when its transaction is repeated. The object is
 * the key for results of slow work. Returns undefined outside `runWithSlowWork`.
 */
export function getCommandKey(em: EntityManager): object | undefined {
  return requests.get(em)
}

/**
 * Runs a transaction, and repeats it while it throws `SlowWorkRequired`. The transaction calls `began` when it
 * starts.
 */
export async function runWithSlowWork<T>(
  run: (began: (em: EntityManager) => void) => Promise<T>,
): Promise<T> {
  const request = {}
  for (;;) {
    try {
      return await run((em) => void requests.set(em, request))
    } catch (error) {
      if (!(error instanceof SlowWorkRequired)) throw error
      await error.work()
    }
  }
}
