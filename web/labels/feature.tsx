import { Tag } from 'lucide-react'
import { atLeast, role } from '#common/roles.ts'
import { t } from '../locales/i18n.ts'
import { projectRoleAtom } from '../permissions/may.ts'
import type { Feature } from '../shell/feature.ts'
import { projectSettingsPath } from '../shell/project-settings-tabs.ts'
import { screen } from '../shell/screen.ts'

export const labels: Feature = {
  id: 'labels',
  routes: [
    { path: 'settings/projects/:projectId/labels', ...screen('Labels', () => import('./Labels.tsx')) },
  ],
  projectSections: [
    {
      id: 'project-labels',
      label: () => t('labels.title'),
      icon: <Tag />,
      path: (projectId) => projectSettingsPath(projectId, 'labels'),
      in: 'palette',
      isShown: (get, { id }) => atLeast(get(projectRoleAtom(id)), role.member),
    },
  ],
}
