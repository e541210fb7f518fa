import { GitBranch } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const gitFeature: Feature = {
  id: 'git',
  routes: [
    {
      path: 'settings/projects/:projectId/git',
      ...lazyScreen('Repositories', () => import('./Repositories.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'project-git',
      label: () => t('git.title'),
      icon: <GitBranch />,
      path: (projectId) => projectSettingsPath(projectId, 'git'),
      in: 'palette',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.admin),
    },
  ],
}
