import {
  defaultSidebarPreference,
  type SidebarSectionKey,
  sidebarSectionKeys,
} from '#common/personal/preferences/rules.ts'
import type { SidebarPreferenceRow } from '#common/personal/preferences/schema.ts'
import { t } from '../../locales/i18n.ts'
import { createPreferenceRows } from './preference-rows.ts'
import { currentSlug } from './workspace.ts'

type Patch = Partial<Pick<SidebarPreferenceRow, 'is_pinned' | 'sort_order'>>

const preferences = createPreferenceRows({
  entity: 'sidebar_preferences',
  keys: sidebarSectionKeys,
  fresh: defaultSidebarPreference,
  call: 'updateSidebarPreference',
  inputOf: (key, body: Patch & { id: string }) => ({ params: { slug: currentSlug(), key }, body }),
  movedWords: (name) => t('shell.customise.moved', { name }),
})

/** The rows of the user's sidebar in order. */
export const sidebarPreferencesAtom = preferences.chosenAtom
export const createSidebarSectionMoves = preferences.createMoves

export function setSidebarSectionPinned(
  key: SidebarSectionKey,
  is_pinned: boolean,
  name: string,
): Promise<unknown> {
  const words = t(is_pinned ? 'shell.customise.pinned' : 'shell.customise.unpinned', { name })
  return preferences.change(key, { is_pinned }, words)
}
