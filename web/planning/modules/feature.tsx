import { atom, type Getter } from 'jotai'
import { Box, Plus } from 'lucide-react'
import { canKeepPlans } from '#common/planning/plans/rules.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/may.ts'
import type { Confirmation, Feature } from '../../platform/shell/feature.ts'
import { screen } from '../../platform/shell/screen.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { ModuleIcon } from '../../work/plans/ModuleIcon.tsx'
import { currentModulesAtom } from '../../work/plans/modules.ts'
import { moduleDialogAtom, openModuleForm } from './actions.ts'

export const modules: Feature = {
  id: 'modules',
  routes: [
    { path: 'projects/:projectId/modules', ...screen('Modules', () => import('./Modules.tsx')) },
    {
      path: 'projects/:projectId/modules/:moduleId',
      ...screen('ModuleScreen', () => import('./ModuleScreen.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'modules',
      label: () => t('modules.title'),
      icon: <Box />,
      keys: 'g m',
      path: (projectId) => `/projects/${projectId}/modules`,
      in: 'sidebar',
      isShown: seesModules,
    },
  ],
  actions: ({ get, project }) => {
    if (!project || !seesModules(get, project)) return []
    const creating = {
      id: 'create-module',
      group: 'create' as const,
      label: t('modules.new'),
      icon: <Plus />,
      keys: 'n m',
      run: () => openModuleForm({ project_id: project.id, id: null }),
    }
    return [...(project.archived_at === null ? [creating] : []), ...goTo(get, project.id)]
  },
  open: ({ entity, id }) => {
    const row = entity === 'modules' ? tables.modules.get(id) : undefined
    return row && `/projects/${row.project_id}/modules/${id}`
  },
  dialogs: [
    {
      id: 'module',
      part: loadable(() => import('./ModuleForm.tsx').then(({ ModuleForm }) => ModuleForm)),
      isOpenAtom: atom((get) => get(moduleDialogAtom) !== null),
    },
  ],
}

/** Whether a project has modules that one may see. */
function seesModules(get: Getter, { id, module_view }: Project): boolean {
  return module_view && canKeepPlans({ role: get(projectRoleAtom(id)) })
}

function goTo(get: Confirmation['get'], projectId: string) {
  return get(currentModulesAtom(projectId)).map((module) => ({
    id: `module-${module.id}`,
    group: 'go' as const,
    label: module.name,
    icon: <ModuleIcon status={module.status} />,
    run: `/projects/${projectId}/modules/${module.id}`,
  }))
}
