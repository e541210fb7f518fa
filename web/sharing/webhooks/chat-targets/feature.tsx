import { MessageSquare } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../../locales/i18n.ts'
import { projectRoleAtom } from '../../../platform/person/roles.ts'
import type { Feature } from '../../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../../platform/shell/screen.ts'

export const chatTargetsFeature: Feature = {
  id: 'chat-targets',
  routes: [
    {
      path: 'settings/projects/:projectId/chat',
      ...lazyScreen('ChatTargets', () => import('./ChatTargets.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'project-chat',
      label: () => t('chatTargets.title'),
      icon: <MessageSquare />,
      path: (projectId) => projectSettingsPath(projectId, 'chat'),
      in: 'palette',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.admin),
    },
  ],
}
