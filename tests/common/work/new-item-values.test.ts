import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allConditions,
  anyCondition,
  type ListingCondition,
  matchesCondition,
  negateCondition,
  oneOfValuesCondition,
} from '#common/work/listing/condition.ts'
import { projectOfCondition, valuesForNewItem } from '#common/work/listing/new-item-values.ts'
import { emptyFieldValues, itemFields } from '#common/work/work-items/fields.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'

const states = [
  { id: 'idea', group: 'backlog', default: true },
  { id: 'todo', group: 'unstarted', default: false },
  { id: 'doing', group: 'started', default: false },
  { id: 'done', group: 'completed', default: false },
] as const
const today = '2026-05-20'
const valuesFor = (...parts: ListingCondition[]) =>
  valuesForNewItem(allConditions(...parts), { states, today })
const days = (from: string | null, before: string | null): ListingCondition => ({
  ...{ kind: 'range', field: 'target_date' },
  from,
  before,
})

describe('a new item', () => {
  test('gets the single values of all filters', () => {
    expect(
      valuesFor(
        oneOfValuesCondition('priority', ['urgent']),
        allConditions(oneOfValuesCondition('label_ids', ['bug']), oneOfValuesCondition('label_ids', ['ui'])),
        oneOfValuesCondition('assignee_ids', ['max']),
        oneOfValuesCondition('cycle_id', ['c1']),
      ),
    ).toEqual({ priority: 'urgent', label_ids: ['bug', 'ui'], assignee_ids: ['max'], cycle_id: 'c1' })
  })

  test('gets no value of alternatives, negations and values that users cannot set', () => {
    expect(
      valuesFor(
        oneOfValuesCondition('priority', ['urgent', 'high']),
        anyCondition(oneOfValuesCondition('label_ids', ['bug']), oneOfValuesCondition('label_ids', ['ui'])),
        negateCondition(oneOfValuesCondition('assignee_ids', ['max'])),
        oneOfValuesCondition('created_by', ['max']),
        { kind: 'contains', field: 'name', text: 'sail' },
      ),
    ).toEqual({})
  })

  test('gets the value that several filters of one field have in common', () => {
    expect(
      valuesFor(
        oneOfValuesCondition('priority', ['urgent', 'high']),
        oneOfValuesCondition('priority', ['high', 'low']),
      ),
    ).toEqual({ priority: 'high' })
  })

  test.each([
    ['no condition', [], undefined],
    [
      'the group of the default state',
      [oneOfValuesCondition('state__group', ['backlog', 'started'])],
      'idea',
    ],
    ['other groups', [oneOfValuesCondition('state__group', ['started', 'completed'])], 'doing'],
    ['one state', [oneOfValuesCondition('state_id', ['done'])], 'done'],
    ['no state', [oneOfValuesCondition('state_id', ['gone'])], undefined],
    ['a negation', [negateCondition(oneOfValuesCondition('state__group', ['backlog']))], 'todo'],
    [
      'active items without one state',
      [
        oneOfValuesCondition('state__group', ['unstarted', 'started']),
        negateCondition(oneOfValuesCondition('state_id', ['todo'])),
      ],
      'doing',
    ],
  ])('gets a state that a filter by %s allows', (_name, parts: ListingCondition[], state) => {
    expect(valuesFor(...parts).state_id).toBe(state)
  })

  test.each([
    ['this week', days('2026-05-18', '2026-05-25'), today],
    ['next week', days('2026-05-25', '2026-06-01'), '2026-05-25'],
    ['until tomorrow', days(null, '2026-05-22'), today],
    ['overdue', days(null, today), undefined],
    ['from today', days(today, null), today],
  ])('gets a due date for a filter by %s', (_name, range, day) => {
    expect(valuesFor(range).target_date).toBe(day)
  })

  test('gets no start date after its due date', () => {
    expect(
      valuesFor(days('2026-05-18', '2026-05-25'), {
        ...{ kind: 'range', field: 'start_date', from: '2026-06-01', before: null },
      }),
    ).toEqual({ target_date: today })
  })

  test('belongs to the only project of the filters', () => {
    expect(projectOfCondition(oneOfValuesCondition('project_id', ['p1']))).toBe('p1')
    expect(projectOfCondition(oneOfValuesCondition('project_id', ['p1', 'p2']))).toBeNull()
  })
})

test('a new item matches every combination of filters with one value each', () => {
  const single = fc.oneof(
    fc.constantFrom('urgent', 'low', 'none').map((value) => oneOfValuesCondition('priority', [value])),
    fc.constantFrom('l1', 'l2', 'l3').map((id) => oneOfValuesCondition('label_ids', [id])),
    fc.constantFrom('ann', 'max').map((id) => oneOfValuesCondition('assignee_ids', [id])),
    fc.constantFrom('m1', 'm2').map((id) => oneOfValuesCondition('module_ids', [id])),
    fc.constantFrom('c1', 'c2').map((id) => oneOfValuesCondition('cycle_id', [id])),
    fc
      .subarray(['backlog', 'unstarted', 'started', 'completed'], { minLength: 1 })
      .map((groups) => oneOfValuesCondition('state__group', groups)),
    fc.constantFrom(days('2026-05-01', '2026-06-01'), days('2026-06-01', null), days(null, '2026-07-01')),
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(single, { selector: (part) => ('field' in part ? part.field : '') }),
      (parts) => {
        const condition = allConditions(...parts)
        const values = valuesForNewItem(condition, { states, today })
        const state = states.find(({ id }) => id === (values.state_id ?? 'idea'))
        const row = { ...emptyFieldValues(itemFields), ...values, state__group: state?.group }
        expect(matchesCondition(condition, row as unknown as WorkItemRow)).toBe(true)
      },
    ),
  )
})
