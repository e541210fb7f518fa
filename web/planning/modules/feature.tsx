import { Box } from 'lucide-react'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { ModuleIcon } from '../../work/plans/ModuleIcon.tsx'
import { modulesAcceptingItemsAtom } from '../../work/plans/modules.ts'
import { createPlanFeature } from '../plans/feature.tsx'

export const modulesFeature: Feature = createPlanFeature({
  table: 'modules',
  kind: 'module',
  icon: <Box />,
  list: lazyScreen('Modules', () => import('./Modules.tsx')),
  one: lazyScreen('ModuleScreen', () => import('./ModuleScreen.tsx')),
  form: () => import('./ModuleForm.tsx').then(({ ModuleForm }) => ModuleForm),
  current: (get, projectId) => get(modulesAcceptingItemsAtom(projectId)),
  iconOf: (module) => <ModuleIcon status={module.status} />,
})
