import type { EntityManager } from '@mikro-orm/postgresql'
import type { Config } from '../config/config.ts'
import { seal, unseal } from '../config/sealed.ts'
import { query } from '../db/orm.ts'

/** Days for which a job that was given up can be done again. */
export const failureDays = 14
const purpose = 'job-failures'
const reasonLength = 500

interface GivenUp {
  id: string
  name: string
  data: object
  attempts: number
  reason: string
}

/** Keeps what was given up, of use to nobody who has the database alone. */
export async function keepFailure(
  em: EntityManager,
  config: Pick<Config, 'secret'>,
  { id, name, data, attempts, reason }: GivenUp,
): Promise<void> {
  const sealed_data = seal(config, { purpose, of: id }, JSON.stringify(data ?? {}))
  await query(em)
    .insertInto('job_failures')
    .values({ id, name, attempts, reason: reason.slice(0, reasonLength), sealed_data, failed_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes one out, to be enqueued again in the same transaction; null when there is none. */
export async function takeFailure(
  em: EntityManager,
  config: Pick<Config, 'secret'>,
  id: string,
): Promise<{ name: string; data(): object } | null> {
  const row = await query(em)
    .deleteFrom('job_failures')
    .where('id', '=', id)
    .returning(['name', 'sealed_data'])
    .executeTakeFirst()
  if (row === undefined) return null
  return { name: row.name, data: () => JSON.parse(unseal(config, { purpose, of: id }, row.sealed_data)) }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
