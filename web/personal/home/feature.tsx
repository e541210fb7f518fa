import { House } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { screen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { homeParts } from './home-parts.tsx'

export const homeFeature: Feature = {
  id: 'home',
  routes: [{ index: true, ...screen('Home', () => import('./Home.tsx')) }],
  home: homeParts,
  recent: loadable(() => import('./RecentEntries.tsx').then(({ RecentEntries }) => RecentEntries)),
  sections: [
    {
      id: 'home',
      label: () => t('shell.nav.home'),
      icon: <House />,
      keys: 'g h',
      path: '',
      isExact: true,
    },
  ],
}
