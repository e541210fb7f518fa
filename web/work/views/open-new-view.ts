import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'

/**
 * The project for which the dialog creates a view, or null for a view of the workspace. The value is
 * undefined while the dialog is closed.
 */
export const newViewDialogAtom = atom<string | null | undefined>(undefined)

export function openNewViewDialog(projectId: string | null): void {
  bufferKeysUntilFocus()
  store.set(newViewDialogAtom, projectId)
}
