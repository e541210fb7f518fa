import fc from 'fast-check'
import { priorities } from '#common/work-items/priorities.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'

type State = { id: string; group: WorkItemRow['state__group'] }

const day = fc.constantFrom(null, '2026-01-31', '2026-02-01', '2026-12-31')
const moment = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-06-01T12:00:00.000Z',
)
const seldom = fc.integer({ min: 1, max: 10 }).map((n) => n === 1)

/** All by which a list sorts, groups and leaves out, from few values, so that many rows tie. */
export function sortableFields(states: readonly State[]) {
  return fc
    .record({
      state: fc.constantFrom(...states),
      priority: fc.constantFrom(...priorities),
      sort_order: fc.constantFrom(-1e9, -0.5, 0, 65_535, 65_535.5, 1e9),
      start_date: day,
      target_date: day,
      created_at: moment,
      updated_at: moment,
      is_draft: seldom,
      is_archived: seldom,
    })
    .map(({ state, is_archived, ...fields }) => ({
      ...fields,
      state_id: state.id,
      state__group: state.group,
      archived_at: is_archived ? '2026-06-02T00:00:00.000Z' : null,
    }))
}
