import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dateRelationTypes,
  hasContradictoryRelations,
  isDateRelationViolated,
  relationFromItemPerspective,
  relationNames,
  type StoredRelation,
  toStoredRelation,
} from '#common/work/relations/rules.ts'

const relation = (
  issue_id: string,
  relation_type: StoredRelation['relation_type'],
  related_issue_id: string,
): StoredRelation => ({
  issue_id,
  relation_type,
  related_issue_id,
})

describe('a relation', () => {
  const item = fc.constantFrom('a', 'b')
  test('has the same name after it was stored', () => {
    fc.assert(
      fc.property(item, fc.constantFrom(...relationNames), (first, name) => {
        const second = first === 'a' ? 'b' : 'a'
        expect(relationFromItemPerspective(first, toStoredRelation(first, name, second))).toEqual({
          name,
          other: second,
        })
      }),
    )
  })

  test('is stored in the same way from either side', () => {
    fc.assert(
      fc.property(item, fc.constantFrom(...relationNames), (first, name) => {
        const second = first === 'a' ? 'b' : 'a'
        const stored = toStoredRelation(first, name, second)
        const { name: inverse, other } = relationFromItemPerspective(second, stored)
        expect(toStoredRelation(second, inverse, other)).toEqual(stored)
      }),
    )
  })
})

describe('relations of dates', () => {
  test.each([
    ['blocking each other', [relation('a', 'blocked_by', 'b'), relation('b', 'blocked_by', 'a')]],
    [
      'blocking in a ring of three',
      [relation('a', 'blocked_by', 'b'), relation('b', 'blocked_by', 'c'), relation('c', 'blocked_by', 'a')],
    ],
    [
      'starting before what blocks it',
      [relation('a', 'blocked_by', 'b'), relation('a', 'start_before', 'b')],
    ],
    [
      'finishing before each other',
      [relation('a', 'finish_before', 'b'), relation('b', 'finish_before', 'a')],
    ],
  ])('contradict each other when %s', (_, relations) => {
    expect(hasContradictoryRelations(relations)).toBe(true)
  })

  test('allow an item within the time of another', () => {
    expect(
      hasContradictoryRelations([relation('a', 'start_before', 'b'), relation('b', 'finish_before', 'a')]),
    ).toBe(false)
    expect(
      hasContradictoryRelations([relation('a', 'relates_to', 'b'), relation('b', 'duplicate', 'a')]),
    ).toBe(false)
  })

  test('that some schedule satisfies never contradict each other', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9 }))
    const wish = fc.tuple(fc.nat(7), fc.constantFrom(...dateRelationTypes), fc.nat(7))
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 8, maxLength: 8 }),
        fc.array(wish, { maxLength: 60 }),
        (spans, wishes) => {
          const begin = (at: number) => spans[at]?.[0] ?? 0
          const end = (at: number) => begin(at) + (spans[at]?.[1] ?? 0)
          const kept = wishes.filter(([a, type, b]) => {
            if (type === 'start_before') return begin(a) < begin(b)
            return type === 'finish_before' ? end(a) < end(b) : end(b) < begin(a)
          })
          expect(
            hasContradictoryRelations(kept.map(([a, type, b]) => relation(String(a), type, String(b)))),
          ).toBe(false)
        },
      ),
    )
  })
})

describe('dates', () => {
  const early = { start_date: '2026-03-02', target_date: '2026-03-04' }
  const late = { start_date: '2026-03-05', target_date: '2026-03-06' }
  const meeting = { start_date: '2026-03-04', target_date: '2026-03-06' }
  const open = { start_date: null, target_date: null }

  test.each([
    ['blocked_by', late, early, false],
    ['blocked_by', meeting, early, true],
    ['blocked_by', early, late, true],
    ['start_before', early, late, false],
    ['start_before', early, early, false],
    ['start_before', late, early, true],
    ['finish_before', early, late, false],
    ['finish_before', late, meeting, false],
    ['finish_before', late, early, true],
    ['relates_to', late, early, false],
    ['blocked_by', open, early, false],
    ['blocked_by', early, open, false],
  ] as const)('of items with %s between them can go against it', (type, item, related, violated) => {
    expect(isDateRelationViolated(type, item, related)).toBe(violated)
  })
})
