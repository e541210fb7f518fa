import type { RowField, WorkItemListResponse } from '#common/work/listing/schema.ts'
import { pickRowFields } from '../../platform/db/present.ts'

type Results = WorkItemListResponse['results']

/**
 * Reduces the rows to the requested fields and the fields in `also`. If `fields` is missing, all fields are
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
  if (Array.isArray(results)) return results.map((row) => pickRowFields(row, fields))
  const groups = Object.entries(results).map(([name, group]) => [
    name,
    { ...group, results: pickFields(group.results, fields) },
  ])
  return Object.fromEntries(groups)
}
