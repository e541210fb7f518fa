import { quickLinkAddress, quickLinkTitleLength } from '#common/quick-links/rules.ts'
import type { QuickLinkRow } from '#common/quick-links/schema.ts'
import { store } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { loadable } from '../ui/loadable.ts'
import { quickLinksAtom } from './atoms.ts'

export const form = loadable(() => import('../ui/LinkForm.tsx').then(({ LinkForm }) => LinkForm))

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
