import { CircleDot } from 'lucide-react'
import { atLeast, role } from '#common/roles.ts'
import { t } from '../locales/i18n.ts'
import { projectRoleAtom } from '../permissions/may.ts'
import type { Feature } from '../shell/feature.ts'
import { projectSettingsPath } from '../shell/project-settings-tabs.ts'
import { screen } from '../shell/screen.ts'

export const states: Feature = {
  id: 'states',
  routes: [
    { path: 'settings/projects/:projectId/states', ...screen('States', () => import('./States.tsx')) },
  ],
  projectSections: [
    {
      id: 'project-states',
      label: () => t('states.title'),
      icon: <CircleDot />,
      path: (projectId) => projectSettingsPath(projectId, 'states'),
      in: 'palette',
      isShown: (get, { id }) => atLeast(get(projectRoleAtom(id)), role.member),
    },
  ],
}
