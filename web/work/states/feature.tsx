import { CircleDot } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const statesFeature: Feature = {
  id: 'states',
  routes: [
    { path: 'settings/projects/:projectId/states', ...lazyScreen('States', () => import('./States.tsx')) },
  ],
  projectSections: [
    {
      id: 'project-states',
      label: () => t('states.title'),
      icon: <CircleDot />,
      path: (projectId) => projectSettingsPath(projectId, 'states'),
      in: 'palette',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.member),
    },
  ],
}
