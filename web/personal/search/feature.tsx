import { Search } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'

export const searchFeature: Feature = {
  id: 'search',
  routes: [{ path: 'search', ...lazyScreen('SearchScreen', () => import('./SearchScreen.tsx')) }],
  actions: () => [
    {
      id: 'search',
      group: 'go',
      label: t('search.field'),
      icon: <Search />,
      keys: 'mod+shift+f',
      run: '/search',
      takesTyping: true,
    },
  ],
  results: loadable(() => import('./SearchResults.tsx').then(({ SearchResults }) => SearchResults)),
}
