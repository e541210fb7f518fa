import { House } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { homeSections } from './home-parts.tsx'

export const homeFeature: Feature = {
  id: 'home',
  routes: [{ index: true, ...lazyScreen('Home', () => import('./Home.tsx')) }],
  home: homeSections,
  recent: loadable(() =>
    import('./PaletteRecentVisits.tsx').then(({ PaletteRecentVisits }) => PaletteRecentVisits),
  ),
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
