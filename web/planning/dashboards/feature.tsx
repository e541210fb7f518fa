import { atom } from 'jotai'
import { LayoutDashboard } from 'lucide-react'
import { role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { chartToSaveAtom } from '../analytics/chart-to-save.ts'
import { dashboardsAtom } from './atoms.ts'

export const dashboardsFeature: Feature = {
  id: 'dashboards',
  routes: [
    { path: 'dashboards', ...lazyScreen('Dashboards', () => import('./Dashboards.tsx')) },
    {
      path: 'dashboards/:dashboardId',
      ...lazyScreen('DashboardScreen', () => import('./DashboardScreen.tsx')),
    },
  ],
  dialogs: [
    {
      id: 'save-chart',
      part: loadable(() => import('./SaveChart.tsx').then(({ SaveChart }) => SaveChart)),
      isOpenAtom: atom((get) => get(chartToSaveAtom) !== null),
    },
  ],
  sections: [
    {
      id: 'dashboards',
      preference: 'dashboards',
      label: () => t('dashboards.title'),
      icon: <LayoutDashboard />,
      keys: 'g l',
      path: '/dashboards',
      isShown: (get) => (get(workspaceRoleAtom) ?? role.guest) >= role.member,
    },
  ],
  actions: ({ get }) =>
    get(dashboardsAtom).map(({ id, name, logo_props }) => ({
      id: `dashboard-${id}`,
      group: 'go',
      label: t('dashboards.goTo', { name }),
      icon: <ProjectLogo logo={logo_props} name={name} fallback={<LayoutDashboard />} />,
      run: `/dashboards/${id}`,
    })),
}
