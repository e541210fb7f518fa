import { Box } from 'lucide-react'
import type { Feature } from '../../platform/shell/feature.ts'
import { screen } from '../../platform/shell/screen.ts'
import { ModuleIcon } from '../../work/plans/ModuleIcon.tsx'
import { currentModulesAtom } from '../../work/plans/modules.ts'
import { createPlanFeature } from '../plans/feature.tsx'

export const modulesFeature: Feature = createPlanFeature({
  table: 'modules',
  kind: 'module',
  icon: <Box />,
  list: screen('Modules', () => import('./Modules.tsx')),
  one: screen('ModuleScreen', () => import('./ModuleScreen.tsx')),
  form: () => import('./ModuleForm.tsx').then(({ ModuleForm }) => ModuleForm),
  current: (get, projectId) => get(currentModulesAtom(projectId)),
  iconOf: (module) => <ModuleIcon status={module.status} />,
})
