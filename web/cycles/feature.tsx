import { atom } from 'jotai'
import { IterationCw, Plus } from 'lucide-react'
import { canKeepCycles } from '#common/cycles/rules.ts'
import { tables } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { projectRoleAtom } from '../permissions/may.ts'
import type { Asked, Feature } from '../shell/feature.ts'
import { screen } from '../shell/screen.ts'
import { loadable } from '../ui/loadable.ts'
import { cycleDialogAtom, openCycleForm } from './actions.ts'
import { currentCyclesAtom, statusOf } from './atoms.ts'
import { CycleIcon } from './CycleIcon.tsx'

export const cycles: Feature = {
  id: 'cycles',
  routes: [
    { path: 'projects/:projectId/cycles', ...screen('Cycles', () => import('./Cycles.tsx')) },
    {
      path: 'projects/:projectId/cycles/:cycleId',
      ...screen('CycleScreen', () => import('./CycleScreen.tsx')),
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
      isShown: (get, { id, cycle_view }) => cycle_view && canKeepCycles({ role: get(projectRoleAtom(id)) }),
    },
  ],
  actions: ({ get, project }) => {
    if (!project?.cycle_view || !canKeepCycles({ role: get(projectRoleAtom(project.id)) })) return []
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
      id: 'cycle',
      part: loadable(() => import('./CycleForm.tsx').then(({ CycleForm }) => CycleForm)),
      isOpenAtom: atom((get) => get(cycleDialogAtom) !== null),
    },
  ],
}

function goTo(get: Asked['get'], projectId: string) {
  return get(currentCyclesAtom(projectId)).map((cycle) => ({
    id: `cycle-${cycle.id}`,
    group: 'go' as const,
    label: cycle.name,
    icon: <CycleIcon status={statusOf(cycle)} />,
    run: `/projects/${projectId}/cycles/${cycle.id}`,
  }))
}
