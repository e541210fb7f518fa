import { atom } from 'jotai'
import { IterationCw, Plus } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import type { Confirmation, Feature } from '../../platform/shell/feature.ts'
import { screen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { CycleIcon } from '../../work/plans/CycleIcon.tsx'
import { currentCyclesAtom, seesCycles, statusOf } from '../../work/plans/cycles.ts'
import { cycleDialogAtom, openCycleForm } from './actions.ts'
import { automaticDialogAtom } from './automatic.ts'

export const cycles: Feature = {
  id: 'cycles',
  routes: [
    { path: 'active-cycles', ...screen('ActiveCycles', () => import('./ActiveCycles.tsx')) },
    { path: 'projects/:projectId/cycles', ...screen('Cycles', () => import('./Cycles.tsx')) },
    {
      path: 'projects/:projectId/cycles/:cycleId',
      ...screen('CycleScreen', () => import('./CycleScreen.tsx')),
    },
  ],
  sections: [
    {
      id: 'active-cycles',
      preference: 'active_cycles',
      label: () => t('cycles.activeTitle'),
      icon: <IterationCw />,
      keys: 'g a',
      path: '/active-cycles',
      isShown: (get) => get(joinedProjectsAtom).some((project) => seesCycles(get, project)),
    },
  ],
  projectSections: [
    {
      id: 'cycles',
      label: () => t('cycles.title'),
      icon: <IterationCw />,
      keys: 'g c',
      path: (projectId) => `/projects/${projectId}/cycles`,
      in: 'sidebar',
      isShown: seesCycles,
    },
  ],
  actions: ({ get, project }) => {
    if (!project || !seesCycles(get, project)) return []
    const creating = {
      id: 'create-cycle',
      group: 'create' as const,
      label: t('cycles.new'),
      icon: <Plus />,
      keys: 'n c',
      run: () => openCycleForm({ project_id: project.id, id: null }),
    }
    return [...(project.archived_at === null ? [creating] : []), ...goTo(get, project.id)]
  },
  open: ({ entity, id }) => {
    const row = entity === 'cycles' ? tables.cycles.get(id) : undefined
    return row && `/projects/${row.project_id}/cycles/${id}`
  },
  dialogs: [
    {
      id: 'automatic-cycles',
      part: loadable(() => import('./AutomaticCycles.tsx').then(({ AutomaticCycles }) => AutomaticCycles)),
      isOpenAtom: atom((get) => get(automaticDialogAtom) !== null),
    },
    {
      id: 'cycle',
      part: loadable(() => import('./CycleForm.tsx').then(({ CycleForm }) => CycleForm)),
      isOpenAtom: atom((get) => get(cycleDialogAtom) !== null),
    },
  ],
}

function goTo(get: Confirmation['get'], projectId: string) {
  return get(currentCyclesAtom(projectId)).map((cycle) => ({
    id: `cycle-${cycle.id}`,
    group: 'go' as const,
    label: cycle.name,
    icon: <CycleIcon status={statusOf(cycle)} />,
    run: `/projects/${projectId}/cycles/${cycle.id}`,
  }))
}
