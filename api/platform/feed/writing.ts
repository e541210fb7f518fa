import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Origin } from '../context/ports.ts'
import { rerunning } from '../db/do-first.ts'
import { beginBatch, type Versions } from './batch.ts'

/**
 * Runs a command in one transaction. What it flushes on synced tables becomes changes, written and numbered just before
 * the commit and in it, so that a row and its change are there together or not at all. A command that PostgreSQL ended because
 * it and another waited for each other runs again: all it had done is undone, so it does nothing that could not be.
 */
export async function writing<T>(
  em: EntityManager,
  origin: Origin,
  command: (em: EntityManager) => Promise<T>,
  committed?: (versions: Versions) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const versions: Versions = new Map()
    try {
      const result = await rerunning((began) =>
        em.fork().transactional(async (transaction) => {
          const inner = transaction as EntityManager
          began(inner)
          beginBatch(inner, origin, versions)
          return command(inner)
        }),
      )
      committed?.(versions)
      return result
    } catch (error) {
      if (attempt === attempts || !gaveWay(error)) throw error
      // Those who met once would meet again at the same pace.
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

const attempts = 6

/** By PostgreSQL's codes for a serialization failure and a deadlock. */
function gaveWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}
