import { expect, test } from 'vitest'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { noCycle, openItemsDestination, stayInCycle } from '#web/planning/cycles/open-items-destination.ts'

const next = { id: 'next', name: 'Next' } as CycleRow
const choose = (
  chosen: string,
  more: { count?: number | null; targets?: CycleRow[]; canStay?: boolean } = {},
) => openItemsDestination({ count: 3, targets: [next], canStay: true, chosen, ...more })

test('unfinished items move to the chosen cycle', () => {
  expect(choose('next')).toEqual({ count: 3, to: next })
  expect(choose(noCycle)).toEqual({ count: 3, to: null })
  expect(choose(stayInCycle)).toEqual({ count: 3, to: undefined })
})

test('there is no destination while the items are counted, or after the chosen cycle was deleted', () => {
  expect(choose('next', { count: null })).toBeNull()
  expect(choose('next', { targets: [] })).toBeNull()
  expect(choose(stayInCycle, { canStay: false })).toBeNull()
  expect(choose('next', { count: 0, targets: [] })).toEqual({ count: 0, to: undefined })
})
