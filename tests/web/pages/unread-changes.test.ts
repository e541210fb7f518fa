import { expect, test } from 'vitest'
import { hasUnreadChanges } from '#web/pages/pages/versions/unread-changes.ts'

const version = (last_saved_at: string, ...editor_ids: string[]) => ({ last_saved_at, editor_ids })
const visit = { since: '2026-11-02', until: '2026-11-05', myId: 'ann' }

test.each([
  ['a change of another person', [version('2026-11-03', 'max')], true],
  ['my own change', [version('2026-11-03', 'ann')], false],
  ['a change that we made together', [version('2026-11-03', 'ann', 'max')], true],
  ['a change before the previous visit', [version('2026-11-01', 'max')], false],
  ['a change during this visit', [version('2026-11-06', 'max')], false],
])('%s', (_, changed, expected) => {
  const first = version('2026-10-01', 'max')
  expect(hasUnreadChanges([...changed, first], visit)).toBe(expected)
})

test('a page that was never changed has no unread changes', () => {
  expect(hasUnreadChanges([version('2026-11-03', 'max')], visit)).toBe(false)
})
