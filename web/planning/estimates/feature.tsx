import { Triangle } from 'lucide-react'
import { canEditEstimates } from '#common/planning/estimates/rules.ts'
import { t } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { EstimateFeatureSwitch } from './EstimateFeatureSwitch.tsx'

export const estimatesFeature: Feature = {
  id: 'estimates',
  routes: [
    {
      path: 'settings/projects/:projectId/estimates',
      ...lazyScreen('Estimates', () => import('./Estimates.tsx')),
    },
  ],
  projectSwitch: EstimateFeatureSwitch,
  projectSections: [
    {
      id: 'project-estimates',
      label: () => t('estimates.title'),
      icon: <Triangle />,
      path: (projectId) => projectSettingsPath(projectId, 'estimates'),
      in: 'palette',
      isShown: (get, { id }) => canEditEstimates({ role: get(projectRoleAtom(id)) }),
    },
  ],
}
