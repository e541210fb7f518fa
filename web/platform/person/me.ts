import { atom } from 'jotai'
import { store, tables } from '../app/sync.ts'
import type { WeekDay } from '../ui/DatePicker.tsx'
import { profileAtom } from './profile.ts'
import { meAtom } from './session.ts'

/**
 * Returns the id of the signed-in user. The id is empty until the user is known, and nothing can be written
 * before that.
 */
export function getMyId(): string {
  return store.get(meAtom)?.id ?? ''
}

/**
 * The current profile picture of the user. It comes from the synchronized user row if that row is loaded, and
 * otherwise from the session.
 */
export const myPictureAtom = atom((get) => {
  const me = get(meAtom)
  const row = get(tables.users.rowAtom(me?.id ?? ''))
  return row === undefined ? (me?.avatar_url ?? null) : row.avatar_url
})

/** First day of the week from the user's profile; 0 is Sunday. */
export const firstDayOfWeekAtom = atom<WeekDay>((get) => {
  const day = get(profileAtom)?.start_of_the_week ?? 0
  return ([0, 1, 2, 3, 4, 5, 6] as const).find((known) => known === day) ?? 0
})
