import type { RowField, WorkItemListing } from '#common/work/listing/schema.ts'
import { asked } from '../../platform/db/present.ts'

type Results = WorkItemListing['results']

/** The same listing with these fields of each row alone, and with what it was expanded by; without a wish, with all. */
export function narrowed<L extends { results: Results }>(
  listing: L,
  fields: readonly RowField[] | undefined,
  also: readonly string[] = [],
): L {
  if (fields === undefined) return listing
  return { ...listing, results: pickFields(listing.results, new Set([...fields, ...also])) }
}

function pickFields(results: Results, fields: ReadonlySet<string>): Results {
  if (Array.isArray(results)) return results.map((row) => asked(row, fields))
  const groups = Object.entries(results).map(([name, group]) => [
    name,
    { ...group, results: pickFields(group.results, fields) },
  ])
  return Object.fromEntries(groups)
}
