import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { WriteOrigin } from '../context/ports.ts'
import { runWithSlowWork } from '../db/retry-after-work.ts'
import { beginChangeBatch, type WorkspaceVersions } from './batch.ts'

/**
 * Runs a command in one transaction. Flushed rows of synced tables become changes just before the commit, so
 * a row and its change are stored together. After a deadlock or serialization failure the command runs again,
 * so it must have no effects outside the transaction.
 */
export async function runInChangeBatch<T>(
  em: EntityManager,
  origin: WriteOrigin,
  command: (em: EntityManager) => Promise<T>,
  committed?: (versions: WorkspaceVersions) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const versions: WorkspaceVersions = new Map()
    try {
      const result = await runWithSlowWork((began) =>
        em.fork().transactional(async (transaction) => {
          const inner = transaction as EntityManager
          began(inner)
          beginChangeBatch(inner, origin, versions)
          return command(inner)
        }),
      )
      committed?.(versions)
      return result
    } catch (error) {
      if (attempt === attempts || !isSerializationFailure(error)) throw error
      // A random delay prevents the same transactions from colliding again.
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

const attempts = 6

/** Returns true if the error has PostgreSQL's code for a serialization failure or a deadlock. */
function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}
