import { isDeepStrictEqual } from 'node:util'
import type { EntityName } from '#common/entities.ts'
import type { EntityRow, EntityRowList } from './workspace-read.ts'

/** Returns a description of each difference between the rows of a replica and rows that were just read. */
export function describeRowDifferences(
  name: string,
  held: Map<string, EntityRow>,
  fresh: Map<string, EntityRow>,
): string[] {
  return [...new Set([...held.keys(), ...fresh.keys()])].flatMap((key) => {
    const [own, read] = [held.get(key), fresh.get(key)]
    if (isDeepStrictEqual(own, read)) return []
    if (own === undefined || read === undefined)
      return [`difference: ${name} ${own === undefined ? 'lacks' : 'still has'} ${key}`]
    const fields = Object.keys({ ...own, ...read }).filter(
      (field) => !isDeepStrictEqual(own[field], read[field]),
    )
    const told = fields.map(
      (field) => `${field} ${JSON.stringify(own[field])} instead of ${JSON.stringify(read[field])}`,
    )
    return [`difference: ${name} has ${key} with ${told.join(', ')}`]
  })
}

export function groupRowsByEntity(lists: EntityRowList[]): Map<EntityName, Map<string, EntityRow>> {
  const tables = new Map<EntityName, Map<string, EntityRow>>()
  for (const { entity, rows } of lists) {
    const table = tables.get(entity) ?? new Map<string, EntityRow>()
    tables.set(entity, table)
    for (const row of rows) table.set(row.id, row)
  }
  return tables
}
