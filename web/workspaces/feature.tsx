import { Users } from 'lucide-react'
import { t } from '../locales/i18n.ts'
import type { Feature } from '../shell/feature.ts'
import { screen } from '../shell/screen.ts'

export const members: Feature = {
  id: 'members',
  routes: [{ path: 'settings/members', ...screen('Members', () => import('./Members.tsx')) }],
  sections: [
    {
      id: 'members',
      label: () => t('shell.nav.members'),
      icon: <Users />,
      keys: 'g s',
      path: '/settings/members',
    },
  ],
}
