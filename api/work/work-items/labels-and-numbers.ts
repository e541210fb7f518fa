import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { isSameName } from './similar-state.ts'

/**
 * Returns the labels that belong to the project, in the given order, and locks them. A concurrent deletion of
 * a label waits and then removes the label from these items too.
 */
export async function lockExistingLabels(
  em: EntityManager,
  projectId: string,
  wanted: string[],
): Promise<string[]> {
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

/**
 * Maps labels of any project to the labels with the same name in this project, and locks the labels of this
 * project.
 */
export async function matchLabelsByName(
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
  const ofProject = labels.filter((label) => label.project_id === projectId)
  return new Map(
    labels.flatMap(({ id, name }) => {
      const match =
        ofProject.find((one) => one.id === id) ?? ofProject.find((one) => isSameName(one.name, name))
      return match === undefined ? [] : [[id, match.id] as const]
    }),
  )
}

/**
 * Assigns new numbers to items without a number. The row lock makes numbers unique. Numbers of deleted or
 * moved items are never reused.
 */
export async function assignItemNumbers(
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

/** Returns the numbers that `assignItemNumbers` would assign, without assigning them. */
export async function previewItemNumbers(
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
