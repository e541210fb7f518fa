import { Link2 } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { loadable } from '../../platform/ui/loadable.ts'

export const quickLinksFeature: Feature = {
  id: 'quick-links',
  home: [
    {
      key: 'quick_links',
      label: () => t('quickLinks.title'),
      icon: <Link2 />,
      column: 'main',
      part: loadable(() => import('./QuickLinks.tsx').then(({ QuickLinks }) => QuickLinks)),
    },
  ],
}
