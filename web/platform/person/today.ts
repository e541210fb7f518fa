import { atom } from 'jotai'
import { type Clock, createClock } from '#common/platform/clock.ts'
import { store } from '../app/sync.ts'
import { firstDayOfWeekAtom } from './me.ts'
import { meAtom } from './session.ts'

const minute = 60_000
const quarter = 15 * minute

/**
 * A counter that triggers updates of the current day. It increases at least every minute, because a device
 * emits no event after sleep. It also increases at each full quarter of an hour, because in every time zone a
 * day starts at such a time.
 */
const ticksAtom = atom(0)
ticksAtom.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(tick, Math.min(minute, quarter - (Date.now() % quarter)))
  }
  const tick = () => {
    set((count) => count + 1)
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}

/**
 * The current quarter of an hour, which changes every 15 minutes. Use it to compute days in other time zones
 * than the user's.
 */
export const currentQuarterHourAtom = atom((get) => {
  get(ticksAtom)
  return Math.floor(Date.now() / quarter)
})

export const timezoneAtom = atom((get) => get(meAtom)?.user_timezone ?? 'UTC')

/** The current day in the user's time zone. Screens that stay open update at midnight. */
export const todayAtom = atom((get) => {
  get(ticksAtom)
  return createClock(get(timezoneAtom)).today
})

const known = { minute: -1, timezone: '', day: '' }

/**
 * Returns the current day like `todayAtom`, for use outside of React and in values that are rendered for each
 * item. The day is cached for a minute.
 */
export function getCurrentDay(): string {
  const at = Math.floor(Date.now() / minute)
  const timezone = store.get(timezoneAtom)
  if (known.minute !== at || known.timezone !== timezone)
    Object.assign(known, { minute: at, timezone, day: createClock(timezone).today })
  return known.day
}

/** The user's current day and first day of the week, which filters with relative dates use. Changes at midnight. */
export const clockAtom = atom<Clock>((get) => ({
  ...createClock(get(timezoneAtom), get(firstDayOfWeekAtom)),
  today: get(todayAtom),
}))
