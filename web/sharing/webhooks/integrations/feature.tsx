import { Blocks } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../../platform/person/roles.ts'
import type { Feature } from '../../../platform/shell/feature.ts'
import { lazyScreen } from '../../../platform/shell/screen.ts'

export const integrationsFeature: Feature = {
  id: 'integrations',
  routes: [
    { path: 'settings/integrations', ...lazyScreen('Integrations', () => import('./Integrations.tsx')) },
  ],
  actions: ({ get }) =>
    hasRoleAtLeast(get(workspaceRoleAtom), role.member)
      ? [
          {
            id: 'integrations',
            group: 'go',
            label: t('integrations.title'),
            icon: <Blocks />,
            run: '/settings/integrations',
          },
        ]
      : [],
}
