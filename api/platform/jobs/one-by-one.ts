import { databaseAway } from '../db/database-away.ts'

/** What fails of one keeps none of the others waiting; it is told when each has had its turn. Without a database nothing can be done for any. */
export async function oneByOne<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) {
    try {
      await work(one)
    } catch (error) {
      if (databaseAway(error) !== null) throw error
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${all.length} failed`)
  if (failures.length === 1) throw failures[0]
}
