import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { keptPlan } from '../db/kept-plans.ts'
import { type AnsweredWrite, batchOf } from './batch.ts'

/** Has the answer committed together with what was written; the primary key refuses a write that was committed before. */
export function keepAnswer(em: EntityManager, answered: AnsweredWrite): void {
  const batch = batchOf(em)
  if (batch === undefined) throw new Error('keepAnswer outside of writing()')
  batch.answered = answered
}

export function insertAnswer(answered: AnsweredWrite, version: RawBuilder<unknown>): RawBuilder<unknown> {
  const { user_id, mutation_id, request, status, answer } = answered
  return sql`into answered_writes (user_id, mutation_id, request, status, answer, version)
    select ${user_id}::uuid, ${mutation_id}, ${request}, ${status}::int, ${answer}::text, ${version}`
}

/** For a write that changed nothing in the workspace that it is told the version of. */
export async function appendAnswer(
  em: EntityManager,
  answered: AnsweredWrite,
  version: number | null,
): Promise<void> {
  await sql`insert ${keptPlan} ${insertAnswer(answered, sql`${version}::bigint`)}`.execute(em.getKysely())
}

/** What this person was answered to the write of this id; null when there was none. */
export async function findAnswer(
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
