import { Bot } from 'lucide-react'
import { role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const serviceAccountsFeature: Feature = {
  id: 'service-accounts',
  routes: [
    {
      path: 'settings/service-accounts',
      ...lazyScreen('ServiceAccounts', () => import('./ServiceAccounts.tsx')),
    },
  ],
  actions: ({ get }) =>
    get(workspaceRoleAtom) === role.admin
      ? [
          {
            id: 'service-accounts',
            group: 'go',
            label: t('serviceAccounts.title'),
            icon: <Bot />,
            run: '/settings/service-accounts',
          },
        ]
      : [],
}
