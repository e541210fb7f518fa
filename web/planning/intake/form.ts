import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** The project for which an item is being submitted, or null while the dialog is closed. */
export const intakeFormAtom = atom<string | null>(null)

interface IntakeInput {
  name: string
  text: string
  files: readonly File[]
}

/** The last request of each project that the server rejected. The form of the project shows it again. */
const rejected = new Map<string, IntakeInput>()

export function openIntakeForm(projectId: string): void {
  store.set(intakeFormAtom, projectId)
}

/** Opens the form again after the server rejected a request. If another form is open, that form stays open. */
export function reopenIntakeForm(projectId: string, input: IntakeInput): void {
  rejected.set(projectId, input)
  if (store.get(intakeFormAtom) === null) openIntakeForm(projectId)
}

export function rejectedIntake(projectId: string | null): IntakeInput {
  return rejected.get(projectId ?? '') ?? { name: '', text: '', files: [] }
}

/** Closes the form, and discards the input of a rejected request. */
export function closeIntakeForm(): void {
  rejected.delete(store.get(intakeFormAtom) ?? '')
  store.set(intakeFormAtom, null)
}
