import { expect, test } from 'vitest'
import { createClock } from '#common/platform/clock.ts'
import { createFindInListFilter } from '#web/work/listing/find/find-filter.ts'
import { filtersToListingCondition, type RichFilters } from '#web/work/listing/rich-filters.ts'

const atlas = '01920000-0000-7000-8000-00000000000a'
const harbour = '01920000-0000-7000-8000-00000000000b'
const projects = [
  { id: atlas, identifier: 'ATL' },
  { id: harbour, identifier: 'HARB' },
]

test.each<[string, RichFilters | null]>([
  ['', null],
  ['  ', null],
  [' crane ', { name__icontains: 'crane' }],
  ['12', { or: [{ name__icontains: '12' }, { sequence_id__startswith: '12' }] }],
  ['#12', { or: [{ name__icontains: '#12' }, { sequence_id__startswith: '12' }] }],
  ['harb-', { or: [{ name__icontains: 'harb-' }, { project_id: harbour }] }],
  ['HARB-2', { or: [{ name__icontains: 'HARB-2' }, { project_id: harbour, sequence_id__startswith: '2' }] }],
  ['covid-19', { name__icontains: 'covid-19' }],
  ['12345678901', { name__icontains: '12345678901' }],
])('what is typed as “%s” is found in titles and keys', (typed, filter) => {
  expect(createFindInListFilter(typed, projects)).toEqual(filter)
  if (filter !== null) expect(filtersToListingCondition(filter, createClock('UTC'))).not.toBeNull()
})
