import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { isSameName } from './state-like.ts'

/** Of the wanted labels, in the order given, those of the project; who deletes one waits, and takes it off these items too. */
export async function labelsOf(em: EntityManager, projectId: string, wanted: string[]): Promise<string[]> {
  if (wanted.length === 0) return []
  const rows = await query(em)
    .selectFrom('labels')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const known = new Set(rows.map((row) => row.id))
  return [...new Set(wanted)].filter((id) => known.has(id))
}

/** To each of these labels, of whichever project, the one that goes by the same name there; who deletes it waits. */
export async function labelsThere(
  em: EntityManager,
  projectId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const labels = await query(em)
    .selectFrom('labels')
    .select(['id', 'name', 'project_id'])
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('project_id', '=', projectId), sql<boolean>`id = any(${ids}::uuid[])`]))
    .orderBy('id')
    .forShare()
    .execute()
  const there = labels.filter((label) => label.project_id === projectId)
  return new Map(
    labels.flatMap(({ id, name }) => {
      const like = there.find((one) => one.id === id) ?? there.find((one) => isSameName(one.name, name))
      return like === undefined ? [] : [[id, like.id] as const]
    }),
  )
}

/**
 * A number in the project for each that has none. The row lock gives each number once; numbers of items that were deleted or have moved away
 * are never used again.
 */
export async function numbersFor(
  em: EntityManager,
  projectId: string,
  numbers: readonly (number | undefined)[],
): Promise<number[]> {
  const missing = numbers.filter((number) => number === undefined).length
  const { last } = await query(em)
    .updateTable('project_sequences')
    .set({ last: sql<number>`last + ${missing}` })
    .where('project_id', '=', projectId)
    .returning('last')
    .executeTakeFirstOrThrow()
  return numberedAfter(last - missing, numbers)
}

/** Those that the next ones would be given, of which none is taken. */
export async function numbersAhead(
  em: EntityManager,
  projectId: string,
  numbers: readonly (number | undefined)[],
): Promise<number[]> {
  const { last } = await query(em)
    .selectFrom('project_sequences')
    .select('last')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return numberedAfter(last, numbers)
}

function numberedAfter(last: number, numbers: readonly (number | undefined)[]): number[] {
  let next = last
  return numbers.map((number) => number ?? ++next)
}
