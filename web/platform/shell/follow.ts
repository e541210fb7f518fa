import { atom } from 'jotai'
import { store } from '../app/sync.ts'
import { onForget } from './workspace.ts'

/** Whom this tab goes along with, by their id. */
export const followedAtom = atom<string | null>(null)

export function followPerson(id: string | null): void {
  store.set(followedAtom, id)
}

onForget(() => followPerson(null))
