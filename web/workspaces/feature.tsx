import { Settings, Users } from 'lucide-react'
import { role } from '#common/roles.ts'
import { t } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import type { Feature } from '../shell/feature.ts'
import { screen } from '../shell/screen.ts'

export const members: Feature = {
  id: 'members',
  routes: [
    { path: 'settings', ...screen('WorkspaceSettings', () => import('./WorkspaceSettings.tsx')) },
    { path: 'settings/members', ...screen('Members', () => import('./Members.tsx')) },
  ],
  actions: ({ get }) =>
    get(workspaceRoleAtom) === role.admin
      ? [
          {
            id: 'workspace-settings',
            group: 'go',
            label: t('workspaces.settings'),
            icon: <Settings />,
            run: '/settings',
          },
        ]
      : [],
  sections: [
    {
      id: 'members',
      preference: 'members',
      label: () => t('shell.nav.members'),
      icon: <Users />,
      keys: 'g s',
      path: '/settings/members',
    },
  ],
}
