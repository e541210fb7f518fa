import { atom } from 'jotai'
import { clockIn } from '#common/listing/clock.ts'
import { meAtom } from './session.ts'

const minute = 60_000
const minutesAtom = atom(0)
minutesAtom.onMount = (set) => {
  const timer = setInterval(() => set((count) => count + 1), minute)
  return () => clearInterval(timer)
}

/** The day that it is in the person's zone; a screen that stays open over midnight goes on to the next. */
export const todayAtom = atom((get) => {
  get(minutesAtom)
  return clockIn(get(meAtom)?.user_timezone ?? 'UTC').today
})
