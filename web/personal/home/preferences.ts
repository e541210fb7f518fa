import {
  defaultHomePreference,
  type HomeSectionKey,
  homeSectionKeys,
} from '#common/personal/preferences/rules.ts'
import type { HomePreferenceRow } from '#common/personal/preferences/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate } from '../../platform/app/sync.ts'
import { createPreferenceRows } from '../../platform/shell/preference-rows.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

type Patch = Partial<Pick<HomePreferenceRow, 'is_enabled' | 'sort_order' | 'config'>>

const preferences = createPreferenceRows({
  entity: 'home_preferences',
  keys: homeSectionKeys,
  fresh: defaultHomePreference,
  isDescending: true,
  call: 'updateHomePreference',
  inputOf: (key, body: Patch & { id: string }) => ({ params: { slug: currentSlug(), key }, body }),
  movedWords: (name) => t('home.customise.moved', { name }),
})

/** Home sections in order, including those with default settings, updated live. */
export const homePreferencesAtom = preferences.chosenAtom
export const createHomeSectionMoves = preferences.createMoves

export function setHomeSectionVisible(
  key: HomeSectionKey,
  is_enabled: boolean,
  name: string,
): Promise<unknown> {
  const words = t(is_enabled ? 'home.customise.shown' : 'home.customise.hidden', { name })
  return preferences.change(key, { is_enabled }, words)
}

/** Marks the changes in the digest before this time as seen. This cannot be undone. */
export function markDigestSeen(seen_at: string): Promise<unknown> {
  return mutate(preferences.changing('digest', { config: { seen_at } }))
}
