import { atom } from 'jotai'
import { Layers, Plus } from 'lucide-react'
import type { ViewRow } from '#common/work/views/schema.ts'
import { t } from '../../locales/i18n.ts'
import type { Feature, PaletteAction, PaletteActionContext } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { canCreateViewAtom, viewsAtom } from './atoms.ts'
import { newViewDialogAtom, openNewViewDialog } from './open-new-view.ts'
import { viewPathBelowWorkspace } from './paths.ts'

export const viewsFeature: Feature = {
  id: 'views',
  routes: [
    { path: 'projects/:projectId/views', ...lazyScreen('Views', () => import('./Views.tsx')) },
    {
      path: 'projects/:projectId/views/:viewId',
      ...lazyScreen('ProjectView', () => import('./ProjectView.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'views',
      label: () => t('shell.nav.projectViews'),
      icon: <Layers />,
      keys: 'g v',
      path: (projectId) => `/projects/${projectId}/views`,
      in: 'sidebar',
      isShown: (_, project) => project.issue_views_view,
    },
  ],
  actions: ({ get, project }) => [
    ...createView(get, project),
    ...(project?.issue_views_view ? get(viewsAtom(project.id)).map(actionOf) : []),
    ...get(viewsAtom(null)).map(actionOf),
  ],
  liveBlock: {
    kind: 'items',
    part: loadable(() => import('./ViewBlock.tsx').then(({ ViewBlock }) => ViewBlock)),
    chooser: loadable(() =>
      import('./ViewBlockChooser.tsx').then(({ ViewBlockChooser }) => ViewBlockChooser),
    ),
  },
  dialogs: [
    {
      id: 'new-view',
      part: loadable(() => import('./NewViewDialog.tsx').then(({ NewViewDialog }) => NewViewDialog)),
      isOpenAtom: atom((get) => get(newViewDialogAtom) !== undefined),
    },
  ],
}

function createView(
  get: PaletteActionContext['get'],
  project: PaletteActionContext['project'],
): PaletteAction[] {
  const projectId = project?.issue_views_view ? project.id : null
  if (!get(canCreateViewAtom(projectId))) return []
  return [
    {
      id: 'create-view',
      group: 'create',
      label: t('views.new'),
      icon: <Plus />,
      keys: 'n v',
      run: () => openNewViewDialog(projectId),
    },
  ]
}

function actionOf(view: ViewRow): PaletteAction {
  return {
    id: `view-${view.id}`,
    group: 'go',
    label: view.name,
    icon: <ProjectLogo logo={view.logo_props} name={view.name} fallback={<Layers />} />,
    run: viewPathBelowWorkspace(view),
  }
}
