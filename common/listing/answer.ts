import type { WorkItemRow } from '../work-items/schema.ts'
import type { Group, Groups } from './arrange.ts'
import { flatGroup } from './keys.ts'
import type { WorkItemListing } from './schema.ts'

type Results = WorkItemListing['results']

/** An answer as the groups that the browser keeps, and the rows that it brought, each once. */
export function readAnswer({ results, total_results }: Pick<WorkItemListing, 'results' | 'total_results'>): {
  groups: Groups
  rows: WorkItemRow[]
} {
  const rows = new Map<string, WorkItemRow>()
  const read = (inner: Results, total: number): Group => {
    if (Array.isArray(inner)) {
      for (const row of inner) rows.set(row.id, row)
      return { ids: inner.map((row) => row.id), total }
    }
    const lanes = Object.entries(inner).map(([name, lane]) => [name, read(lane.results, lane.total_results)])
    return { ids: [], total, groups: Object.fromEntries(lanes) }
  }
  const whole = read(results, total_results)
  return { groups: whole.groups ?? { [flatGroup]: whole }, rows: [...rows.values()] }
}
