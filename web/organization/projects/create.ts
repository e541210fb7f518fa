import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { holdKeys } from '../../platform/ui/early-keys.ts'

/** Whether the dialog for a new project is open; it is opened from the sidebar, the palette and by keys. */
export const createProjectAtom = atom(false)

export function openCreateProject(): void {
  holdKeys()
  store.set(createProjectAtom, true)
}
