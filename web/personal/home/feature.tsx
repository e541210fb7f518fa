import { atom } from 'jotai'
import { Compass, House } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { homeSections } from './home-parts.tsx'
import { startTour, tourAtom } from './tour-state.ts'

export const homeFeature: Feature = {
  id: 'home',
  routes: [{ index: true, ...lazyScreen('Home', () => import('./Home.tsx')) }],
  home: homeSections,
  recent: loadable(() =>
    import('./PaletteRecentVisits.tsx').then(({ PaletteRecentVisits }) => PaletteRecentVisits),
  ),
  dialogs: [
    {
      id: 'tour',
      part: loadable(() => import('./Tour.tsx').then(({ Tour }) => Tour)),
      isOpenAtom: atom((get) => get(tourAtom) !== null),
    },
  ],
  actions: () => [
    { id: 'tour', group: 'go', label: t('home.tour.start'), icon: <Compass />, run: startTour },
  ],
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
