import { Plus, Tag } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const labelsFeature: Feature = {
  id: 'labels',
  routes: [
    { path: 'settings/projects/:projectId/labels', ...lazyScreen('Labels', () => import('./Labels.tsx')) },
  ],
  actions: ({ get, project }) =>
    project && hasRoleAtLeast(get(projectRoleAtom(project.id)), role.admin)
      ? [
          {
            id: 'create-label',
            group: 'create',
            label: t('labels.new'),
            icon: <Plus />,
            run: `${projectSettingsPath(project.id, 'labels')}?new`,
          },
        ]
      : [],
  projectSections: [
    {
      id: 'project-labels',
      label: () => t('labels.title'),
      icon: <Tag />,
      path: (projectId) => projectSettingsPath(projectId, 'labels'),
      in: 'palette',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.member),
    },
  ],
}
