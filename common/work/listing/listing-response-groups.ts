import type { WorkItemRow } from '../work-items/schema.ts'
import type { ListingGroup, ListingGroups } from './arrange.ts'
import { flatListingGroupName } from './keys.ts'
import type { WorkItemListResponse } from './schema.ts'

type Results = WorkItemListResponse['results']

/**
 * Converts a page of a listing, as the API returns it, to the groups that the client stores and to the rows
 * without duplicates.
 */
export function groupsFromListingResponse({
  results,
  total_results,
  estimate_sum,
}: Pick<WorkItemListResponse, 'results' | 'total_results' | 'estimate_sum'>): {
  groups: ListingGroups
  rows: WorkItemRow[]
} {
  const rows = new Map<string, WorkItemRow>()
  const read = (inner: Results, total: number, sum: number | undefined): ListingGroup => {
    const counted = { total, ...(sum !== undefined && { sum }) }
    if (Array.isArray(inner)) {
      for (const row of inner) rows.set(row.id, row)
      return { ids: inner.map((row) => row.id), ...counted }
    }
    const lanes = Object.entries(inner).map(([name, lane]) => [
      name,
      read(lane.results, lane.total_results, lane.estimate_sum),
    ])
    return { ids: [], ...counted, groups: Object.fromEntries(lanes) }
  }
  const whole = read(results, total_results, estimate_sum)
  return { groups: whole.groups ?? { [flatListingGroupName]: whole }, rows: [...rows.values()] }
}
