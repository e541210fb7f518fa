import { atom } from 'jotai'
import type { ListingContext } from '#common/work/listing/contexts.ts'
import { store } from '../../platform/app/sync.ts'
import { holdKeys } from '../../platform/ui/early-keys.ts'

export interface CreateDefaults {
  project_id?: string
  /** The cycle that it is planned for. */
  cycle_id?: string
  /** The modules that it is in. */
  module_ids?: string[]
  /** An epic is made, with what epics have. */
  is_epic?: true
  /** A draft that is gone on with. */
  draft_id?: string
  /** The template that it begins with; `choose` opens the list of them. */
  template_id?: string
  choose?: 'template'
}

/** The create dialog, null while it is closed. Opened from the palette, by keys and by buttons. */
export const createDialogAtom = atom<CreateDefaults | null>(null)

/** The place on the screen, while one is: what is made by a key is made there. */
export const placeAtom = atom<Place | null>(null)

type Place = Pick<ListingContext, 'project_id' | 'gives'>

/** What an item made in a place begins with. */
export function defaultsIn({ project_id, gives }: Place): CreateDefaults {
  return project_id === null ? {} : { project_id, ...gives }
}

export function openCreateWorkItem(defaults: CreateDefaults = {}): void {
  holdKeys()
  store.set(createDialogAtom, defaults)
}
