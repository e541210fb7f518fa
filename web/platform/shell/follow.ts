import { atom } from 'jotai'
import { store } from '../app/sync.ts'
import { onWorkspaceSwitch } from './workspace.ts'

/** Id of the user whom this tab follows. Null if this tab follows nobody. */
export const followedPersonAtom = atom<string | null>(null)

export function followPerson(id: string | null): void {
  store.set(followedPersonAtom, id)
}

onWorkspaceSwitch(() => followPerson(null))
