import { BookOpenText } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { projectOverviewPath } from '../../organization/projects/paths.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const projectUpdatesFeature: Feature = {
  id: 'project-updates',
  routes: [
    {
      path: 'projects/:projectId/overview',
      ...lazyScreen('ProjectOverview', () => import('./ProjectOverview.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'overview',
      label: () => t('projectOverview.title'),
      icon: <BookOpenText />,
      path: projectOverviewPath,
      in: 'menu',
    },
  ],
}
