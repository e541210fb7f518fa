import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { preparedStatementMarker } from '../db/prepared-statements.ts'
import { getCurrentBatch, type IdempotencyRecord } from './batch.ts'

/**
 * Stores the answer of a write in the transaction of the write. If a write with the same mutation id was
 * committed before, the primary key rejects the new write.
 */
export function attachIdempotencyRecord(em: EntityManager, answered: IdempotencyRecord): void {
  const batch = getCurrentBatch(em)
  if (batch === undefined) throw new Error('storeAnswer outside of writing()')
  batch.answered = answered
}

export function insertIdempotencyRecordSql(
  answered: IdempotencyRecord,
  version: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { user_id, mutation_id, request, status, answer } = answered
  return sql`into answered_writes (user_id, mutation_id, request, status, answer, version)
    select ${user_id}::uuid, ${mutation_id}, ${request}, ${status}::int, ${answer}::text, ${version}`
}

/**
 * Stores the answer of a write that has changed nothing in the workspace of the answer. If the write has
 * changed rows of this workspace, `appendChanges` stores the answer instead.
 */
export async function insertIdempotencyRecord(
  em: EntityManager,
  answered: IdempotencyRecord,
  version: number | null,
): Promise<void> {
  await sql`insert ${preparedStatementMarker} ${insertIdempotencyRecordSql(answered, sql`${version}::bigint`)}`.execute(
    em.getKysely(),
  )
}

/** Returns the stored answer to a user's write with this mutation id, or null. */
export async function findIdempotencyRecord(
  em: EntityManager,
  user_id: string,
  mutation_id: string,
): Promise<FirstAnswer | null> {
  const { rows } = await sql<FirstAnswer>`
    select request, status, answer, version from answered_writes
    where user_id = ${user_id}::uuid and mutation_id = ${mutation_id}`.execute(em.getKysely())
  return rows[0] ?? null
}

interface FirstAnswer {
  request: string
  status: number
  answer: string | null
  version: string | null
}
