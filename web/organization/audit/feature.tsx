import { ScrollText } from 'lucide-react'
import { role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const auditFeature: Feature = {
  id: 'audit',
  routes: [{ path: 'settings/audit-log', ...lazyScreen('AuditScreen', () => import('./AuditScreen.tsx')) }],
  actions: ({ get }) =>
    get(workspaceRoleAtom) === role.admin
      ? [
          {
            id: 'audit',
            group: 'go',
            label: t('audit.title'),
            icon: <ScrollText />,
            run: '/settings/audit-log',
          },
        ]
      : [],
}
