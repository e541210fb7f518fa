import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { preparedStatementMarker } from '../db/prepared-statements.ts'
import type { IdempotencyRecord, NewChange } from './batch.ts'
import { insertIdempotencyRecordSql } from './stored-answers.ts'

/**
 * Increments the version of the workspace and inserts the changes in one statement, so that the version's row is
 * locked only for a short time. The idempotency record `answered` is inserted after the increment. If two identical
 * writes run at the same time, the second one therefore waits for the row of the version before it takes any other
 * lock. Returns the last version.
 */
export async function appendChanges(
  em: EntityManager,
  workspace: string,
  changes: NewChange[],
  answered: IdempotencyRecord | null,
): Promise<number> {
  const insertAnswerSql =
    answered &&
    sql`, kept as (insert ${insertIdempotencyRecordSql(answered, sql`counter.version`)} from counter)`
  const { rows } = await sql<{ version: string }>`
    with ${preparedStatementMarker} rows as (
      select * from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality as r(change, place)
    ),
    counter as (
      update workspace_versions set version = version + (select count(*) from rows)
      where workspace_id = ${workspace}::uuid returning version
    )${insertAnswerSql ?? sql``}
    insert into changes (
      workspace_id, version, entity, entity_id, op, fields, old_fields, audience, left_audience, actor_id, mutation_id
    )
    select ${workspace}::uuid, counter.version - (select count(*) from rows) + rows.place,
      change->>'entity', (change->>'entity_id')::uuid, change->>'op', change->'fields', change->'old_fields',
      array(select jsonb_array_elements_text(change->'audience')), array(select jsonb_array_elements_text(change->'left_audience')),
      (change->>'actor_id')::uuid, change->>'mutation_id'
    from rows, counter order by rows.place desc
    returning version`.execute(em.getKysely())
  const [last] = rows
  if (last === undefined) throw new Error(`workspace ${workspace} has no version counter`)
  return Number(last.version)
}
