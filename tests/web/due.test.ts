import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dueNote } from '#web/work-items/dates.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 23, 12) }))
afterEach(() => vi.useRealTimers())

const item = (target_date: string | null, state__group: string) => ({ target_date, state__group })

test('what is open says how late it is', () => {
  expect(dueNote(item('2026-11-20', 'started'))).toEqual({ words: '3 days late', tone: 'late' })
  expect(dueNote(item('2026-11-24', 'backlog'))).toEqual({ words: 'tomorrow', tone: null })
  expect(dueNote(item('2026-11-23', 'started'))).toEqual({ words: 'today', tone: 'today' })
  expect(dueNote(item(null, 'started'))).toBeNull()
})

test('what is done or cancelled is late no more', () => {
  expect(dueNote(item('2026-11-20', 'completed'))).toBeNull()
  expect(dueNote(item('2026-11-20', 'cancelled'))).toBeNull()
})
