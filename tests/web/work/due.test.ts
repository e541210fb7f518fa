import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '#common/identity/users/schema.ts'
import { store } from '#web/platform/app/sync.ts'
import { describeDueDate } from '#web/platform/person/dates.ts'
import { meAtom } from '#web/platform/person/session.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12) }))
afterEach(() => vi.useRealTimers())

const item = (target_date: string | null, state__group: string) => ({ target_date, state__group })

test('an open item shows how late it is', () => {
  expect(describeDueDate(item('2026-11-20', 'started'))).toEqual({ words: '3 days overdue', tone: 'late' })
  expect(describeDueDate(item('2026-11-24', 'backlog'))).toEqual({ words: 'tomorrow', tone: null })
  expect(describeDueDate(item('2026-11-23', 'started'))).toEqual({ words: 'today', tone: 'today' })
  expect(describeDueDate(item(null, 'started'))).toBeNull()
})

test('completed and cancelled items are not late', () => {
  expect(describeDueDate(item('2026-11-20', 'completed'))).toBeNull()
  expect(describeDueDate(item('2026-11-20', 'cancelled'))).toBeNull()
})

test("the current day follows the user's time zone and the clock", () => {
  vi.setSystemTime(Date.UTC(2026, 10, 23, 23, 59))
  expect(describeDueDate(item('2026-11-23', 'started'))?.tone).toBe('today')
  vi.setSystemTime(Date.UTC(2026, 10, 24, 0, 1))
  expect(describeDueDate(item('2026-11-23', 'started'))?.tone).toBe('late')
  const me = { user_timezone: 'America/New_York' } as Me
  store.set(meAtom, me)
  expect(describeDueDate(item('2026-11-23', 'started'))?.tone).toBe('today')
  store.set(meAtom, null)
})
