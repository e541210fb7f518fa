import { atom } from 'jotai'
import { IterationCw } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { CycleIcon } from '../../work/cycles-modules-epics/CycleIcon.tsx'
import { canSeeCyclesOrModules } from '../../work/cycles-modules-epics/can-see-cycles-or-modules.ts'
import { statusOfCycle, unarchivedCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { createCycleOrModuleFeature } from '../cycles-and-modules/feature.tsx'
import { automaticCyclesDialogAtom } from './automatic.ts'

const feature = createCycleOrModuleFeature({
  table: 'cycles',
  kind: 'cycle',
  icon: <IterationCw />,
  list: lazyScreen('Cycles', () => import('./Cycles.tsx')),
  one: lazyScreen('CycleScreen', () => import('./CycleScreen.tsx')),
  form: () => import('./CycleForm.tsx').then(({ CycleForm }) => CycleForm),
  current: (get, projectId) => get(unarchivedCyclesAtom(projectId)),
  iconOf: (cycle) => <CycleIcon status={statusOfCycle(cycle)} />,
})

export const cyclesFeature: Feature = {
  ...feature,
  routes: [
    { path: 'active-cycles', ...lazyScreen('ActiveCycles', () => import('./ActiveCycles.tsx')) },
    ...feature.routes,
  ],
  sections: [
    {
      id: 'active-cycles',
      preference: 'active_cycles',
      label: () => t('cycles.activeTitle'),
      icon: <IterationCw />,
      keys: 'g o',
      path: '/active-cycles',
      isShown: (get) =>
        get(joinedProjectsAtom).some((project) => canSeeCyclesOrModules('cycles', get, project)),
    },
  ],
  dialogs: [
    {
      id: 'automatic-cycles',
      part: loadable(() => import('./AutomaticCycles.tsx').then(({ AutomaticCycles }) => AutomaticCycles)),
      isOpenAtom: atom((get) => get(automaticCyclesDialogAtom) !== null),
    },
    ...feature.dialogs,
  ],
}
