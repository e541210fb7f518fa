import { maxQuickLinkTitleLength, normalizeQuickLinkUrl } from '#common/personal/quick-links/rules.ts'
import type { QuickLinkRow } from '#common/personal/quick-links/schema.ts'
import { t } from '../../locales/i18n.ts'
import { store } from '../../platform/app/sync.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { quickLinksAtom } from './atoms.ts'

export const lazyLinkForm = loadable(() =>
  import('../../platform/ui/LinkForm.tsx').then(({ LinkForm }) => LinkForm),
)

/** Returns the props of the quick link form. `own` is the link to edit, or null for a new one. */
export function quickLinkFormProps(own: QuickLinkRow | null) {
  return {
    normal: normalizeQuickLinkUrl,
    isTaken: (url: string) =>
      store.get(quickLinksAtom).some((link) => link.url === url && link.id !== own?.id),
    takenText: t('quickLinks.taken'),
    titleLength: maxQuickLinkTitleLength,
    placeholder: t('quickLinks.namePlaceholder'),
    beginsAs: own ?? { title: null, url: '' },
  }
}
