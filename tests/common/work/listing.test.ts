import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClock } from '#common/platform/clock.ts'
import {
  applyRowChanges,
  arrangeIntoGroups,
  type EstimateNumberLookup,
  groupKeysOfRow,
  type ListingGroups,
} from '#common/work/listing/arrange.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { orderKeys } from '#common/work/listing/keys.ts'
import { type Listing, matchesListing } from '#common/work/listing/listing.ts'
import { compareItems, type ReferencedRowNameLookup } from '#common/work/listing/order.ts'
import { parseListingQuery } from '#common/work/listing/read-query.ts'
import { listingQuery } from '#common/work/listing/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import {
  arbitraryItemFields,
  arbitraryListingQuery,
  type ListedItemFields,
  type ReferencedRowIds,
} from '../../support/random-items.ts'

const idOf = (kind: number, at: number) =>
  `01920000-0000-7000-8000-${String(kind * 1000 + at).padStart(12, '0')}`
const some = (kind: number, count: number) => Array.from({ length: count }, (_, at) => idOf(kind, at))
const projects = some(1, 2)
const [project = '', elsewhere = ''] = projects
const pool: ReferencedRowIds = {
  projects: [project, project, project, elsewhere],
  states: projects.flatMap((project_id, at) =>
    (['backlog', 'started', 'completed', 'triage'] as const).map((group, index) => ({
      id: idOf(2 + at, index),
      project_id,
      group,
    })),
  ),
  labels: some(4, 3),
  people: some(5, 3),
  cycles: some(7, 2),
  modules: some(8, 2),
  epics: some(9, 2),
  points: some(8, 3),
  others: some(6, 2),
}
/** Some items have no estimate value and add nothing to the sum. */
const numberOf: EstimateNumberLookup = (id) => [null, 0.1, 2.25][Number(id.slice(-3)) % 3] ?? null
const nameOf: ReferencedRowNameLookup = (kind, id) =>
  kind === 'module' ? null : `${kind} ${Number(id.slice(-3)) % 2}`

const fields = arbitraryItemFields(pool)
type Rows = Map<string, WorkItemRow>

const listing = arbitraryListingQuery(pool)
  .map((query) => listingQuery.parse(query))
  .filter(({ group_by, sub_group_by }) => !sub_group_by || group_by !== sub_group_by)
  .map((query) => parseListingQuery(listingContexts.project(project), query, createClock('UTC')))

/** A batch changes several rows at once. Null removes a row. */
const batch = fc.uniqueArray(fc.tuple(fc.nat(29), fc.option(fields, { freq: 5 })), {
  selector: ([id]) => id,
  minLength: 1,
  maxLength: 6,
})

function rowOf(id: number, given: ListedItemFields): WorkItemRow {
  return {
    id: `row-${String(id).padStart(2, '0')}`,
    workspace_id: project,
    sequence_id: 1 + ((id * 7) % 30),
    type_id: null,
    git_state: null,
    updated_by: null,
    ...given,
  }
}

interface Shown {
  ids: string[]
  total: number
  sum?: number
}

/**
 * Computes the listing in the simplest way, for comparison: sorted ids by group and sub-group, and the total
 * of each group.
 */
function afresh(wanted: Listing, rows: Rows): Map<string, Shown> {
  const found = new Map<string, Shown>()
  const sorted = [...rows.values()]
    .filter((row) => matchesListing(wanted, row))
    .sort((a, b) => compareItems(wanted.order_by, a, b, nameOf))
  const add = (path: string, ids: string[], row: WorkItemRow) => {
    const of = row.estimate_point === null ? 0 : (numberOf(row.estimate_point) ?? 0)
    const known = found.get(path) ?? { ids: [], total: 0 }
    const sum = Math.round(((known.sum ?? 0) + of) * 100) / 100
    found.set(path, {
      ids: [...known.ids, ...ids],
      total: known.total + 1,
      ...(wanted.estimate_sum && { sum }),
    })
  }
  for (const row of sorted) {
    for (const group of wanted.group_by === null ? ['all'] : groupKeysOfRow(wanted.group_by, row)) {
      add(group, wanted.sub_group_by === null ? [row.id] : [], row)
      if (wanted.sub_group_by === null) continue
      for (const sub of groupKeysOfRow(wanted.sub_group_by, row)) add(`${group} ${sub}`, [row.id], row)
    }
  }
  return found
}

/** Converts groups to the format that `afresh` returns, and leaves out empty groups. */
function flattened(groups: ListingGroups, above = ''): Map<string, Shown> {
  return new Map(
    Object.entries(groups).flatMap(([name, { ids, total, sum, groups: subs = {} }]) => [
      ...(total === 0 ? [] : [[above + name, { ids, total, ...(sum !== undefined && { sum }) }] as const]),
      ...flattened(subs, `${above}${name} `),
    ]),
  )
}

/** Applies a batch like a client: the rows change first, then they are moved in the groups. */
function apply(
  wanted: Listing,
  rows: Rows,
  groups: ListingGroups,
  changes: [number, ListedItemFields | null][],
): ListingGroups {
  const moves = changes.map(([id, given]) => {
    const key = rowOf(id, given ?? anything).id
    const before = rows.get(key) ?? null
    const after = given === null ? null : rowOf(id, given)
    if (after === null) rows.delete(key)
    else rows.set(key, after)
    return { before, after }
  })
  return applyRowChanges(wanted, groups, moves, { rowOf: (id) => rows.get(id), nameOf, numberOf })
}

const [anything] = fc.sample(fields, { numRuns: 1, seed: 1 }) as [ListedItemFields]

describe('applyMoves', () => {
  test('gives the same result as grouping and sorting from scratch', () => {
    fc.assert(
      fc.property(listing, fc.array(batch, { minLength: 1, maxLength: 20 }), (wanted, batches) => {
        const rows: Rows = new Map()
        let groups: ListingGroups = {}
        for (const changes of batches) {
          groups = apply(wanted, rows, groups, changes)
          expect(flattened(groups)).toEqual(afresh(wanted, rows))
        }
        expect(flattened(arrangeIntoGroups(wanted, [...rows.values()], nameOf, {}, numberOf))).toEqual(
          afresh(wanted, rows),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('keeps the loaded part of a long group correct', () => {
    fc.assert(
      fc.property(
        listing,
        batch,
        fc.nat(4),
        fc.array(batch, { minLength: 1, maxLength: 20 }),
        (wanted, first, perGroup, batches) => {
          const rows: Rows = new Map()
          apply(wanted, rows, {}, first)
          let groups = shortened(
            arrangeIntoGroups(wanted, [...rows.values()], nameOf, {}, numberOf),
            perGroup,
          )
          for (const changes of batches) {
            groups = apply(wanted, rows, groups, changes)
            const wantedGroups = afresh(wanted, rows)
            const kept = flattened(groups)
            for (const [path, group] of kept) {
              const ids = wantedGroups.get(path)?.ids ?? []
              expect(group).toEqual({
                ...wantedGroups.get(path),
                ids: ids.slice(0, group.ids.length),
                total: wantedGroups.get(path)?.total ?? 0,
              })
            }
            expect([...kept.keys()].sort()).toEqual([...wantedGroups.keys()].sort())
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  test('does not add a row twice', () => {
    fc.assert(
      fc.property(listing, batch, (wanted, changes) => {
        const rows: Rows = new Map()
        const groups = apply(wanted, rows, {}, changes)
        const again = [...rows.values()].map((after) => ({ before: null, after }))
        const twice = applyRowChanges(wanted, groups, again, {
          rowOf: (id) => rows.get(id),
          nameOf,
          numberOf,
        })
        expect(flattened(twice)).toEqual(flattened(groups))
      }),
    )
  })

  test('keeps the identity of unchanged groups', () => {
    fc.assert(
      fc.property(listing, batch, batch, (wanted, first, second) => {
        const rows: Rows = new Map()
        const groups = apply(wanted, rows, {}, first)
        const before = new Map(rows)
        const after = apply(wanted, rows, groups, second)
        const touched = new Set(
          second.flatMap(([id]) => {
            const key = rowOf(id, anything).id
            return [before.get(key), rows.get(key)].flatMap((row) => (row ? topGroups(wanted, row) : []))
          }),
        )
        for (const key of Object.keys(groups)) if (!touched.has(key)) expect(after[key]).toBe(groups[key])
      }),
    )
  })

  test('changes nothing if order and groups stay the same', () => {
    fc.assert(
      fc.property(listing, batch, (wanted, changes) => {
        const rows: Rows = new Map()
        const groups = apply(wanted, rows, {}, changes)
        const touched = [...rows.values()].map((row) => ({
          before: row,
          after: { ...row, type_id: project },
        }))
        expect(
          applyRowChanges(wanted, groups, touched, { rowOf: (id) => rows.get(id), nameOf, numberOf }),
        ).toBe(groups)
      }),
    )
  })
})

function topGroups(wanted: Listing, row: WorkItemRow): readonly string[] {
  return wanted.group_by === null ? ['all'] : groupKeysOfRow(wanted.group_by, row)
}

function shortened(groups: ListingGroups, perGroup: number): ListingGroups {
  return Object.fromEntries(
    Object.entries(groups).map(([name, group]): [string, ListingGroups[string]] => [
      name,
      {
        ...group,
        ids: group.ids.slice(0, perGroup),
        ...(group.groups && { groups: shortened(group.groups, perGroup) }),
      },
    ]),
  )
}

describe('the order', () => {
  test('is total: reversing the rows changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderKeys), batch, (order, made) => {
        const rows = made.flatMap(([id, given]) => (given === null ? [] : [rowOf(id, given)]))
        const sorted = rows.toSorted((a, b) => compareItems(order, a, b, nameOf))
        expect(rows.toReversed().sort((a, b) => compareItems(order, a, b, nameOf))).toEqual(sorted)
        for (const a of rows)
          for (const b of rows)
            expect(compareItems(order, a, b, nameOf) + compareItems(order, b, a, nameOf)).toBe(0)
      }),
    )
  })

  test.each(['target_date', '-target_date'] as const)('%s puts rows without a date last', (order) => {
    const rows = ([null, '2026-01-31', '2026-02-01', null] as const).map((target_date, at) =>
      rowOf(at, { ...anything, target_date }),
    )
    const dates = rows.sort((a, b) => compareItems(order, a, b, nameOf)).map((row) => row.target_date)
    expect(dates.slice(2)).toEqual([null, null])
    expect(dates[0]).toBe(order === 'target_date' ? '2026-01-31' : '2026-02-01')
  })

  test('of priorities is by rank, not by name', () => {
    const rows = (['low', 'urgent', 'none', 'high', 'medium'] as const).map((priority, at) =>
      rowOf(at, { ...anything, priority }),
    )
    const names = (order: 'priority' | '-priority') =>
      rows.toSorted((a, b) => compareItems(order, a, b, nameOf)).map((row) => row.priority)
    expect(names('-priority')).toEqual(['urgent', 'high', 'medium', 'low', 'none'])
    expect(names('priority')).toEqual(['none', 'low', 'medium', 'high', 'urgent'])
  })

  test('of state groups works in both directions', () => {
    const rows = (['started', 'cancelled', 'backlog', 'completed'] as const).map((state__group, at) =>
      rowOf(at, { ...anything, state__group }),
    )
    const names = (order: 'state__group' | '-state__group') =>
      rows.toSorted((a, b) => compareItems(order, a, b, nameOf)).map((row) => row.state__group)
    expect(names('state__group')).toEqual(['backlog', 'started', 'completed', 'cancelled'])
    expect(names('-state__group')).toEqual(names('state__group').reverse())
  })

  test('of labels uses the alphabetically first one', () => {
    const words: Record<string, string> = { a: 'Apple', e: 'étude', z: 'Zebra' }
    const byWord: ReferencedRowNameLookup = (_, id) => words[id] ?? null
    const rows = [['z', 'a'], ['z'], [], ['e', 'z'], ['gone']].map((label_ids, at) =>
      rowOf(at, { ...anything, label_ids }),
    )
    const labels = (order: 'labels__name' | '-labels__name') =>
      rows.toSorted((a, b) => compareItems(order, a, b, byWord)).map((row) => row.label_ids.join(''))
    expect(labels('labels__name')).toEqual(['za', 'ez', 'z', 'gone', ''])
    expect(labels('-labels__name')).toEqual(['z', 'ez', 'za', 'gone', ''])
  })
})
