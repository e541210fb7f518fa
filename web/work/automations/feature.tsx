import { AlarmClockCheck } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const automationsFeature: Feature = {
  id: 'automations',
  routes: [
    {
      path: 'settings/projects/:projectId/automations',
      ...lazyScreen('Automations', () => import('./Automations.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'project-automations',
      label: () => t('automations.title'),
      icon: <AlarmClockCheck />,
      path: (projectId) => projectSettingsPath(projectId, 'automations'),
      in: 'palette',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.admin),
    },
  ],
}
