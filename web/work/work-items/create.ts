import { atom } from 'jotai'
import type { Listing } from '#common/work/listing/listing.ts'
import type { NewItemValues } from '#common/work/listing/new-item-values.ts'
import { store } from '../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'

export interface CreateDefaults {
  project_id?: string
  /** Values of the new item, such as its cycle. */
  fields?: NewItemValues
  /** The item of which the new item becomes a sub-item. */
  parent_id?: string
  /** If true, the dialog creates an epic. */
  is_epic?: true
  /** The draft to open. */
  draft_id?: string
  /** The template to apply. `choose` opens the template picker instead. */
  template_id?: string
  choose?: 'template'
}

/** The values with which the create dialog was opened. The value is null while the dialog is closed. */
export const createItemDialogAtom = atom<CreateDefaults | null>(null)

/** The create defaults of the list on the current screen. The value is null on screens without a list. */
export const createDefaultsAtom = atom<ListCreateDefaults | null>(null)

interface ListCreateDefaults {
  /**
   * The list that the screen shows, with its filters. For a calendar, it does not contain the filter for the
   * visible days.
   */
  listing: Listing
  /** Returns the defaults for an item that a shortcut creates now. They include the group of the focused item. */
  ofNewItem: () => CreateDefaults
}

export function openCreateWorkItem(defaults: CreateDefaults = {}): void {
  bufferKeysUntilFocus()
  store.set(createItemDialogAtom, defaults)
}
