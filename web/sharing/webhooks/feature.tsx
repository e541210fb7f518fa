import { Webhook } from 'lucide-react'
import { role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const webhooksFeature: Feature = {
  id: 'webhooks',
  routes: [
    { path: 'settings/webhooks', ...lazyScreen('Webhooks', () => import('./Webhooks.tsx')) },
    {
      path: 'settings/webhooks/:webhookId',
      ...lazyScreen('WebhookScreen', () => import('./WebhookScreen.tsx')),
    },
  ],
  actions: ({ get }) =>
    get(workspaceRoleAtom) === role.admin
      ? [
          {
            id: 'webhooks',
            group: 'go',
            label: t('webhooks.title'),
            icon: <Webhook />,
            run: '/settings/webhooks',
          },
        ]
      : [],
}
