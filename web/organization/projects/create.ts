import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'

/** True while the dialog for a new project is open. */
export const createProjectOpenAtom = atom(false)

export function openCreateProject(): void {
  bufferKeysUntilFocus()
  store.set(createProjectOpenAtom, true)
}
