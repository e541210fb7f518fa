import { atom } from 'jotai'
import { type Clock, clockIn } from '#common/platform/clock.ts'
import { store } from '../app/sync.ts'
import { weekStartAtom } from './me.ts'
import { meAtom } from './session.ts'

const minute = 60_000
const quarter = 15 * minute

/**
 * Counts on at least every minute, since a machine that slept emits no event, and as each quarter of an hour begins: days begin at one
 * of these in every time zone.
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

/** Changes as each quarter of an hour begins. Read it where a day of another time zone than the person's matters. */
export const quarterAtom = atom((get) => {
  get(ticksAtom)
  return Math.floor(Date.now() / quarter)
})

export const timezoneAtom = atom((get) => get(meAtom)?.user_timezone ?? 'UTC')

/** The day that it is in the person's zone; a screen that stays open over midnight goes on to the next. */
export const todayAtom = atom((get) => {
  get(ticksAtom)
  return clockIn(get(timezoneAtom)).today
})

const known = { minute: -1, timezone: '', day: '' }

/** The same, asked once, by what is drawn for each item; it is worked out again each minute. */
export function dayNow(): string {
  const at = Math.floor(Date.now() / minute)
  const timezone = store.get(timezoneAtom)
  if (known.minute !== at || known.timezone !== timezone)
    Object.assign(known, { minute: at, timezone, day: clockIn(timezone).today })
  return known.day
}

/** The person's days and weeks, by which filters are read; another one as soon as it is another day. */
export const clockAtom = atom<Clock>((get) => ({
  ...clockIn(get(timezoneAtom), get(weekStartAtom)),
  today: get(todayAtom),
}))
