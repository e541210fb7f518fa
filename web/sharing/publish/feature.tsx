import { Globe } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const publishFeature: Feature = {
  id: 'publish',
  routes: [
    { path: 'settings/projects/:projectId/publish', ...lazyScreen('Publish', () => import('./Publish.tsx')) },
  ],
  projectSections: [
    {
      id: 'project-publish',
      label: () => t('publish.title'),
      icon: <Globe />,
      path: (projectId) => projectSettingsPath(projectId, 'publish'),
      in: 'palette',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.admin),
    },
  ],
}
