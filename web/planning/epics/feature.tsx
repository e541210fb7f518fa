import type { Getter } from 'jotai'
import { Plus, Zap } from 'lucide-react'
import { canEditEpics } from '#common/planning/epics/rules.ts'
import { t } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { openCreateWorkItem } from '../../work/work-items/create.ts'

export const epicsFeature: Feature = {
  id: 'epics',
  routes: [{ path: 'projects/:projectId/epics', ...lazyScreen('Epics', () => import('./Epics.tsx')) }],
  itemSection: {
    isShown: (row) => row.is_epic,
    part: loadable(() => import('./EpicOverview.tsx').then(({ EpicOverview }) => EpicOverview)),
  },
  projectSections: [
    {
      id: 'epics',
      label: () => t('epics.title'),
      icon: <Zap />,
      keys: 'g e',
      path: (projectId) => `/projects/${projectId}/epics`,
      in: 'sidebar',
      isShown: seesEpics,
    },
  ],
  actions: ({ get, project }) => {
    if (!project || project.archived_at !== null || !seesEpics(get, project)) return []
    if (!canEditEpics({ role: get(projectRoleAtom(project.id)) })) return []
    return [
      {
        id: 'create-epic',
        group: 'create' as const,
        label: t('epics.new'),
        icon: <Plus />,
        keys: 'n e',
        run: () => openCreateWorkItem({ project_id: project.id, is_epic: true }),
      },
    ]
  },
}

/**
 * Returns true if epics are enabled in a project and the user is a member of the project. All members may see the
 * epics, including guests.
 */
function seesEpics(get: Getter, { id, is_epic_enabled }: Project): boolean {
  return is_epic_enabled && get(projectRoleAtom(id)) !== null
}
