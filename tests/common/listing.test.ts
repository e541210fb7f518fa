import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compare,
  type Group,
  type Groups,
  groupOf,
  type Listing,
  matches,
  place,
} from '#common/listing/arrange.ts'
import { groupKeys, orderKeys } from '#common/listing/keys.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { sortableFields } from '../support/random-items.ts'

const project = '01920000-0000-7000-8000-000000000001'
const elsewhere = '01920000-0000-7000-8000-000000000002'

const states = [
  { id: 'backlog', group: 'backlog' },
  { id: 'started', group: 'started' },
  { id: 'completed', group: 'completed' },
  { id: 'triage', group: 'triage' },
] as const

const fields = fc
  .tuple(sortableFields(states), fc.constantFrom(project, project, project, project, elsewhere))
  .map(([own, project_id]) => ({ ...own, project_id }))

type Fields = typeof fields extends fc.Arbitrary<infer F> ? F : never
type Rows = Map<string, WorkItemRow>

const listing = fc.record({
  project_id: fc.constant(project),
  group_by: fc.constantFrom(...groupKeys),
  order_by: fc.constantFrom(...orderKeys),
})

/** Several rows change at once; null is a row that goes. */
const batch = fc.uniqueArray(fc.tuple(fc.nat(29), fc.option(fields, { freq: 5 })), {
  selector: ([id]) => id,
  minLength: 1,
  maxLength: 6,
})

function rowOf(id: number, given: Fields): WorkItemRow {
  return {
    id: `row-${String(id).padStart(2, '0')}`,
    workspace_id: project,
    sequence_id: 1 + ((id * 7) % 30),
    name: 'Item',
    completed_at: null,
    parent_id: null,
    cycle_id: null,
    type_id: null,
    estimate_point: null,
    assignee_ids: [],
    label_ids: [],
    module_ids: [],
    sub_issues_count: 0,
    link_count: 0,
    attachment_count: 0,
    created_by: null,
    updated_by: null,
    ...given,
  }
}

/** What the listing means, without any cleverness: group, then sort. */
function afresh(wanted: Listing, rows: Rows): Record<string, string[]> {
  const shown = [...rows.values()].filter((row) => matches(wanted, row))
  const groups = Object.groupBy(shown, (row) => groupOf(wanted, row))
  return Object.fromEntries(
    Object.entries(groups).map(([key, members = []]) => [
      key,
      members.toSorted((a, b) => compare(wanted.order_by, a, b)).map((row) => row.id),
    ]),
  )
}

function loaded(wanted: Listing, rows: Rows, perGroup: number): Groups {
  return Object.fromEntries(
    Object.entries(afresh(wanted, rows)).map(([key, ids]): [string, Group] => [
      key,
      { ids: ids.slice(0, perGroup), total: ids.length },
    ]),
  )
}

/** Applies a batch as a client does: the rows change first, then they are placed. */
function apply(wanted: Listing, rows: Rows, groups: Groups, changes: [number, Fields | null][]): Groups {
  const moves = changes.map(([id, given]) => {
    const key = rowOf(id, given ?? anything).id
    const before = rows.get(key) ?? null
    const after = given === null ? null : rowOf(id, given)
    if (after === null) rows.delete(key)
    else rows.set(key, after)
    return { before, after }
  })
  return place(wanted, groups, moves, (id) => rows.get(id))
}

const [anything] = fc.sample(fields, { numRuns: 1, seed: 1 }) as [Fields]

describe('placing', () => {
  test('ends where grouping and sorting afresh ends', () => {
    fc.assert(
      fc.property(listing, fc.array(batch, { minLength: 1, maxLength: 20 }), (wanted, batches) => {
        const rows: Rows = new Map()
        let groups: Groups = {}
        for (const changes of batches) {
          groups = apply(wanted, rows, groups, changes)
          const wantedGroups = afresh(wanted, rows)
          for (const key of new Set([...Object.keys(groups), ...Object.keys(wantedGroups)])) {
            const ids = wantedGroups[key] ?? []
            expect(groups[key] ?? { ids: [], total: 0 }).toEqual({ ids, total: ids.length })
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('keeps what is loaded of a long group right', () => {
    fc.assert(
      fc.property(
        listing,
        batch,
        fc.nat(4),
        fc.array(batch, { minLength: 1, maxLength: 20 }),
        (wanted, first, perGroup, batches) => {
          const rows: Rows = new Map()
          apply(wanted, rows, {}, first)
          let groups = loaded(wanted, rows, perGroup)
          for (const changes of batches) {
            groups = apply(wanted, rows, groups, changes)
            const wantedGroups = afresh(wanted, rows)
            for (const [key, group] of Object.entries(groups)) {
              const ids = wantedGroups[key] ?? []
              expect(group).toEqual({ ids: ids.slice(0, group.ids.length), total: ids.length })
            }
            expect(Object.keys(groups)).toEqual(expect.arrayContaining(Object.keys(wantedGroups)))
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  test('leaves groups alone that nothing happened in', () => {
    fc.assert(
      fc.property(listing, batch, batch, (wanted, first, second) => {
        const rows: Rows = new Map()
        const groups = apply(wanted, rows, {}, first)
        const before = new Map(rows)
        const after = apply(wanted, rows, groups, second)
        const touched = new Set(
          second.flatMap(([id]) => {
            const key = rowOf(id, anything).id
            return [before.get(key), rows.get(key)].flatMap((row) => (row ? [groupOf(wanted, row)] : []))
          }),
        )
        for (const key of Object.keys(groups)) if (!touched.has(key)) expect(after[key]).toBe(groups[key])
      }),
    )
  })

  test('changes nothing when no order or group changes', () => {
    fc.assert(
      fc.property(listing, batch, (wanted, changes) => {
        const rows: Rows = new Map()
        const groups = apply(wanted, rows, {}, changes)
        const renamed = [...rows.values()].map((row) => ({ before: row, after: { ...row, name: 'Renamed' } }))
        expect(place(wanted, groups, renamed, (id) => rows.get(id))).toBe(groups)
      }),
    )
  })
})

describe('the order', () => {
  test('is total: reversing the rows changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderKeys), batch, (order, made) => {
        const rows = made.flatMap(([id, given]) => (given === null ? [] : [rowOf(id, given)]))
        const sorted = rows.toSorted((a, b) => compare(order, a, b))
        expect(rows.toReversed().sort((a, b) => compare(order, a, b))).toEqual(sorted)
        for (const a of rows)
          for (const b of rows) expect(compare(order, a, b) + compare(order, b, a)).toBe(0)
      }),
    )
  })

  test.each(['target_date', '-target_date'] as const)('%s puts rows without a date last', (order) => {
    const rows = ([null, '2026-01-31', '2026-02-01', null] as const).map((target_date, at) =>
      rowOf(at, { ...anything, target_date }),
    )
    const dates = rows.sort((a, b) => compare(order, a, b)).map((row) => row.target_date)
    expect(dates.slice(2)).toEqual([null, null])
    expect(dates[0]).toBe(order === 'target_date' ? '2026-01-31' : '2026-02-01')
  })

  test('of priority is by rank, not by name', () => {
    const rows = (['low', 'urgent', 'none', 'high', 'medium'] as const).map((priority, at) =>
      rowOf(at, { ...anything, priority }),
    )
    const names = (order: 'priority' | '-priority') =>
      rows.toSorted((a, b) => compare(order, a, b)).map((row) => row.priority)
    expect(names('-priority')).toEqual(['urgent', 'high', 'medium', 'low', 'none'])
    expect(names('priority')).toEqual(['none', 'low', 'medium', 'high', 'urgent'])
  })
})
