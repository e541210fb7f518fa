import { Box } from 'lucide-react'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { ModuleIcon } from '../../work/cycles-modules-epics/ModuleIcon.tsx'
import { modulesAcceptingItemsAtom } from '../../work/cycles-modules-epics/modules.ts'
import { createCycleOrModuleFeature } from '../cycles-and-modules/feature.tsx'

export const modulesFeature: Feature = createCycleOrModuleFeature({
  table: 'modules',
  kind: 'module',
  icon: <Box />,
  list: lazyScreen('Modules', () => import('./Modules.tsx')),
  one: lazyScreen('ModuleScreen', () => import('./ModuleScreen.tsx')),
  form: () => import('./ModuleForm.tsx').then(({ ModuleForm }) => ModuleForm),
  current: (get, projectId) => get(modulesAcceptingItemsAtom(projectId)),
  iconOf: (module) => <ModuleIcon status={module.status} />,
})
