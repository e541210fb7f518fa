import { atom } from 'jotai'
import type { ListingContext } from '#common/work/listing/contexts.ts'
import { store } from '../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/key-buffer.ts'

export interface CreateDefaults {
  project_id?: string
  /** The cycle of the new item. */
  cycle_id?: string
  /** The modules of the new item. */
  module_ids?: string[]
  /** If true, the dialog creates an epic. */
  is_epic?: true
  /** The draft to open. */
  draft_id?: string
  /** The template to apply. `choose` opens the template picker instead. */
  template_id?: string
  choose?: 'template'
}

/** The values that the create dialog was opened with. Null while it is closed. */
export const createItemDialogAtom = atom<CreateDefaults | null>(null)

/** Defaults of the current screen for items that are created with a shortcut. Null on screens without a list. */
export const createDefaultsAtom = atom<CreateContext | null>(null)

type CreateContext = Pick<ListingContext, 'project_id' | 'gives' | 'suggestedProject'>

/** Returns the defaults for items that are created in a listing context. */
export function createDefaultsForList({
  project_id,
  gives,
  suggestedProject,
}: CreateContext): CreateDefaults {
  if (project_id !== null) return { project_id, ...gives }
  return suggestedProject === undefined ? {} : { project_id: suggestedProject }
}

export function openCreateWorkItem(defaults: CreateDefaults = {}): void {
  bufferKeysUntilFocus()
  store.set(createItemDialogAtom, defaults)
}
