import { AlarmClockCheck } from 'lucide-react'
import { atLeast, role } from '#common/roles.ts'
import { t } from '../locales/i18n.ts'
import { projectRoleAtom } from '../permissions/may.ts'
import type { Feature } from '../shell/feature.ts'
import { projectSettingsPath } from '../shell/project-settings-tabs.ts'
import { screen } from '../shell/screen.ts'

export const automations: Feature = {
  id: 'automations',
  routes: [
    {
      path: 'settings/projects/:projectId/automations',
      ...screen('Automations', () => import('./Automations.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'project-automations',
      label: () => t('automations.title'),
      icon: <AlarmClockCheck />,
      path: (projectId) => projectSettingsPath(projectId, 'automations'),
      in: 'palette',
      isShown: (get, { id }) => atLeast(get(projectRoleAtom(id)), role.admin),
    },
  ],
}
