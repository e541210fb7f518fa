import { atom } from 'jotai'
import { addDays, type Clock, clockIn } from '#common/listing/clock.ts'
import { store } from '../app/sync.ts'
import { weekStartAtom } from './me.ts'
import { meAtom } from './session.ts'

const minute = 60_000

/** Counts on at least every minute, since a machine that slept tells nobody, and as the day ends. */
const ticksAtom = atom(0)
ticksAtom.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(tick, Math.min(minute, untilMidnight()))
  }
  const tick = () => {
    set((count) => count + 1)
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}

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

function untilMidnight(): number {
  const clock = clockIn(store.get(timezoneAtom))
  return Math.max(0, Date.parse(clock.startOf(addDays(clock.today, 1))) - Date.now())
}
