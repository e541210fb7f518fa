import { databaseUnavailableError } from '../db/database-unavailable.ts'

/**
 * Runs `work` for all items even if some fail, then throws the failures. Stops if the database is
 * unreachable.
 */
export async function runSequentially<One>(
  all: readonly One[],
  work: (one: One) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) {
    try {
      await work(one)
    } catch (error) {
      if (databaseUnavailableError(error) !== null) throw error
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${all.length} failed`)
  if (failures.length === 1) throw failures[0]
}
