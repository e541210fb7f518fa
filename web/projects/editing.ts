import { atom } from 'jotai'
import { store } from '../app/sync.ts'

/** The project that is being edited in its dialog. */
export const editedProjectAtom = atom<string | null>(null)
export const isEditingProjectAtom = atom((get) => get(editedProjectAtom) !== null)

export function editProject(id: string): void {
  store.set(editedProjectAtom, id)
}
