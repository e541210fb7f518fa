import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { bufferKeys } from '../../platform/ui/key-buffer.ts'

/** The project whose new view is being named, null for a view of the workspace. Undefined while the dialog is closed. */
export const newViewAtom = atom<string | null | undefined>(undefined)

export function openNewView(projectId: string | null): void {
  bufferKeys()
  store.set(newViewAtom, projectId)
}
