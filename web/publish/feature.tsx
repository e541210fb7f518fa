import { Globe } from 'lucide-react'
import { atLeast, role } from '#common/roles.ts'
import { t } from '../locales/i18n.ts'
import { projectRoleAtom } from '../permissions/may.ts'
import type { Feature } from '../shell/feature.ts'
import { projectSettingsPath } from '../shell/project-settings-tabs.ts'
import { screen } from '../shell/screen.ts'

export const publish: Feature = {
  id: 'publish',
  routes: [
    { path: 'settings/projects/:projectId/publish', ...screen('Publish', () => import('./Publish.tsx')) },
  ],
  projectSections: [
    {
      id: 'project-publish',
      label: () => t('publish.title'),
      icon: <Globe />,
      path: (projectId) => projectSettingsPath(projectId, 'publish'),
      in: 'palette',
      isShown: (get, { id }) => atLeast(get(projectRoleAtom(id)), role.admin),
    },
  ],
}
