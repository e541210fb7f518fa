import type { EntityManager } from '@mikro-orm/postgresql'
import type { Config } from '../config/config.ts'
import { decryptSecret, encryptSecret } from '../config/sealed.ts'
import { query } from '../db/orm.ts'

/** Days for which a failed job can be run again. */
export const jobFailureRetentionDays = 14
const purpose = 'job-failures'
const reasonLength = 500

interface GivenUp {
  id: string
  name: string
  data: object
  attempts: number
  reason: string
}

/** Stores a failed job. Its data is encrypted. */
export async function storeJobFailure(
  em: EntityManager,
  config: Pick<Config, 'secret'>,
  { id, name, data, attempts, reason }: GivenUp,
): Promise<void> {
  const sealed_data = encryptSecret(config, { purpose, of: id }, JSON.stringify(data ?? {}))
  await query(em)
    .insertInto('job_failures')
    .values({ id, name, attempts, reason: reason.slice(0, reasonLength), sealed_data, failed_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Removes and returns a failed job, to enqueue it again in the same transaction. Returns null if it does not
 * exist.
 */
export async function deleteAndReturnJobFailure(
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
  return {
    name: row.name,
    data: () => JSON.parse(decryptSecret(config, { purpose, of: id }, row.sealed_data)),
  }
}

export function errorReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
