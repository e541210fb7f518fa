import { atom } from 'jotai'
import type { Profile } from '#common/identity/users/schema.ts'

/** The profile of the signed-in user. Null until the session is loaded, and for visitors. */
export const profileAtom = atom<Profile | null>(null)
