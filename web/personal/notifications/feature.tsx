import { atom } from 'jotai'
import { Bell } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { unreadTotalAtom } from './counts.ts'
import { markReadWhileVisible } from './mark-read-while-visible.ts'
import { inboxSectionPath } from './paths.ts'

export const notificationsFeature: Feature = {
  id: 'notifications',
  onViewed: markReadWhileVisible,
  routes: [
    { path: 'notifications', ...lazyScreen('Inbox', () => import('./Inbox.tsx')) },
    {
      path: 'settings/profile/notifications',
      ...lazyScreen('NotificationSettings', () => import('./NotificationSettings.tsx')),
    },
  ],
  actions: () => [
    {
      id: 'notification-settings',
      group: 'go',
      label: t('inbox.toSettings'),
      icon: <Bell />,
      run: '/settings/profile/notifications',
    },
  ],
  sections: [
    {
      id: 'notifications',
      label: () => t('inbox.title'),
      icon: <Bell />,
      keys: 'g x',
      path: inboxSectionPath,
      count: (get) => get(unreadTotalAtom),
    },
  ],
  dialogs: [
    {
      id: 'notification-badges',
      part: loadable(() => import('./UnreadBadges.tsx').then(({ UnreadBadges }) => UnreadBadges)),
      isOpenAtom: atom(true),
    },
  ],
}
