import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** The project for which an item is being submitted, or null while the dialog is closed. */
export const intakeFormAtom = atom<string | null>(null)

export function openIntakeForm(projectId: string): void {
  store.set(intakeFormAtom, projectId)
}
