import { StickyNote } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { newStickyOpenAtom, requestNewSticky } from './request-new-sticky.ts'

export const stickiesFeature: Feature = {
  id: 'stickies',
  routes: [{ path: 'stickies', ...lazyScreen('Stickies', () => import('./Stickies.tsx')) }],
  home: [
    {
      key: 'my_stickies',
      label: () => t('stickies.title'),
      icon: <StickyNote />,
      column: 'main',
      part: loadable(() => import('./HomeStickies.tsx').then(({ HomeStickies }) => HomeStickies)),
    },
  ],
  sections: [
    {
      id: 'stickies',
      preference: 'stickies',
      label: () => t('stickies.title'),
      icon: <StickyNote />,
      keys: 'g n',
      path: '/stickies',
    },
  ],
  actions: () => [
    {
      id: 'new-sticky',
      group: 'create',
      label: t('stickies.new'),
      icon: <StickyNote />,
      keys: 'n s',
      run: requestNewSticky,
    },
  ],
  dialogs: [
    {
      id: 'new-sticky',
      part: loadable(() => import('./NewSticky.tsx').then(({ NewSticky }) => NewSticky)),
      isOpenAtom: newStickyOpenAtom,
    },
  ],
}
