import type { RowField, WorkItemListAnswer } from '#common/work/listing/schema.ts'
import { rowWithFields } from '../../platform/db/present.ts'

type Results = WorkItemListAnswer['results']

/**
 * Reduces the rows to the requested fields and the fields in `also`. Without `fields`, all fields are
 * returned.
 */
export function selectFields<L extends { results: Results }>(
  listing: L,
  fields: readonly RowField[] | undefined,
  also: readonly string[] = [],
): L {
  if (fields === undefined) return listing
  return { ...listing, results: pickFields(listing.results, new Set([...fields, ...also])) }
}

function pickFields(results: Results, fields: ReadonlySet<string>): Results {
  if (Array.isArray(results)) return results.map((row) => rowWithFields(row, fields))
  const groups = Object.entries(results).map(([name, group]) => [
    name,
    { ...group, results: pickFields(group.results, fields) },
  ])
  return Object.fromEntries(groups)
}
