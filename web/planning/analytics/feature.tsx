import { ChartColumn } from 'lucide-react'
import { role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const analyticsFeature: Feature = {
  id: 'analytics',
  routes: [
    { path: 'analytics', ...lazyScreen('Analytics', () => import('./Analytics.tsx')) },
    { path: 'analytics/:tab', ...lazyScreen('Analytics', () => import('./Analytics.tsx')) },
  ],
  sections: [
    {
      id: 'analytics',
      preference: 'analytics',
      label: () => t('analytics.title'),
      icon: <ChartColumn />,
      keys: 'g a',
      path: '/analytics/overview',
      isShown: (get) => (get(workspaceRoleAtom) ?? role.guest) >= role.member,
    },
  ],
}
