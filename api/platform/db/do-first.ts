import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Thrown within a transaction by what needs something that takes long (parsing, merging): it ends, so that no row and no
 * connection is held meanwhile, `work` is done, and everything runs again and finds the result.
 */
export class DoFirst extends Error {
  readonly work: () => Promise<void>

  constructor(work: () => Promise<void>) {
    super('something has to be done first')
    this.work = work
  }
}

const requests = new WeakMap<EntityManager, object>()

/** The same object in each run of one command or read, to remember by what was done for it; undefined outside of `rerunning`. */
export function requestOf(em: EntityManager): object | undefined {
  return requests.get(em)
}

/** Runs `run` in a transaction, which it says by `began`, until nothing has to be done first any more. */
export async function rerunning<T>(run: (began: (em: EntityManager) => void) => Promise<T>): Promise<T> {
  const request = {}
  for (;;) {
    try {
      return await run((em) => void requests.set(em, request))
    } catch (error) {
      if (!(error instanceof DoFirst)) throw error
      await error.work()
    }
  }
}
