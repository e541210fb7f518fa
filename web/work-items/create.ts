import { atom } from 'jotai'
import { store } from '../app/sync.ts'
import { holdKeys } from '../ui/early-keys.ts'

export interface CreateDefaults {
  project_id?: string
  /** A draft that is gone on with. */
  draft_id?: string
  /** The template that it begins with; `choose` opens the list of them. */
  template_id?: string
  choose?: 'template'
}

/** The create dialog, null while it is closed. Opened from the palette, by keys and by buttons. */
export const createDialogAtom = atom<CreateDefaults | null>(null)

export function openCreateWorkItem(defaults: CreateDefaults = {}): void {
  holdKeys()
  store.set(createDialogAtom, defaults)
}
