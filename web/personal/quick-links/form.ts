import { quickLinkAddress, quickLinkTitleLength } from '#common/personal/quick-links/rules.ts'
import type { QuickLinkRow } from '#common/personal/quick-links/schema.ts'
import { t } from '../../locales/i18n.ts'
import { store } from '../../platform/app/sync.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { quickLinksAtom } from './atoms.ts'

export const form = loadable(() => import('../../platform/ui/LinkForm.tsx').then(({ LinkForm }) => LinkForm))

/** What the form of every quick link is given; `own` is the link that is changed. */
export function formOf(own: QuickLinkRow | null) {
  return {
    normal: quickLinkAddress,
    isTaken: (url: string) =>
      store.get(quickLinksAtom).some((link) => link.url === url && link.id !== own?.id),
    takenText: t('quickLinks.taken'),
    titleLength: quickLinkTitleLength,
    placeholder: t('quickLinks.namePlaceholder'),
    beginsAs: own ?? { title: null, url: '' },
  }
}
