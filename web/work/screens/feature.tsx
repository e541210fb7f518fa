import { atom } from 'jotai'
import { Archive, CircleUserRound, Layers, ListTodo, Plus, Trash2 } from 'lucide-react'
import { redirect } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { canSeeTrash } from '#common/work/work-items/rules.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { creatableProjectsAtom } from '../../platform/person/projects.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import type { Feature, PaletteAction, PaletteActionContext } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { lazyPrintItem } from '../detail/print/lazy-print-item.ts'
import { peekOpenerAtom } from '../listing/peeked.ts'
import { workspaceTabs } from '../listing/scopes.ts'
import { formatItemKey } from '../work-items/actions.ts'
import { createDefaultsAtom, createItemDialogAtom, openCreateWorkItem } from '../work-items/create.ts'
import { descriptionHistoryItemAtom } from '../work-items/description-history.ts'
import { printedItemAtom } from '../work-items/print.ts'

export const workItemsFeature: Feature = {
  id: 'work-items',
  createItems: loadable(() =>
    import('../detail/CreateItemsFromLines.tsx').then(({ CreateItemsFromLines }) => CreateItemsFromLines),
  ),
  routes: [
    { path: 'projects/:projectId/issues', ...lazyScreen('WorkItems', () => import('./WorkItems.tsx')) },
    { path: 'projects/:projectId/archives/issues', ...lazyScreen('Archive', () => import('./Archive.tsx')) },
    ...['issues', 'archives/issues', 'epics'].map((list) => ({
      path: `projects/:projectId/${list}/:itemId`,
      ...lazyScreen('ItemByIdRedirect', () => import('./ItemByIdRedirect.tsx')),
    })),
    { path: 'projects/:projectId/trash', ...lazyScreen('Trash', () => import('./Trash.tsx')) },
    {
      path: 'projects/:projectId/archives',
      loader: ({ params }) => redirect(`/${params['slug']}/projects/${params['projectId']}/archives/issues`),
    },
    {
      path: 'workspace-views',
      loader: ({ params }) => redirect(`/${params['slug']}/workspace-views/all-issues`),
    },
    { path: 'workspace-views/:tab', ...lazyScreen('WorkspaceItems', () => import('./WorkspaceItems.tsx')) },
    { path: 'browse/:key', ...lazyScreen('ItemByKey', () => import('./ItemByKey.tsx')) },
  ],
  sections: [
    {
      id: 'your-work',
      preference: 'your_work',
      label: () => t('shell.nav.yourWork'),
      icon: <CircleUserRound />,
      keys: 'g y',
      path: (get) => `/profile/${get(meAtom)?.id}`,
      isShown: (get) => hasRoleAtLeast(get(workspaceRoleAtom), role.member),
    },
    {
      id: 'workspace-views',
      preference: 'views',
      label: () => t('shell.nav.workspaceViews'),
      icon: <Layers />,
      path: '/workspace-views',
    },
  ],
  projectSections: [
    {
      id: 'items',
      label: () => t('shell.nav.workItems'),
      icon: <ListTodo />,
      keys: 'g i',
      path: (projectId) => `/projects/${projectId}/issues`,
      in: 'sidebar',
    },
    {
      id: 'archive',
      label: () => t('shell.nav.archive'),
      icon: <Archive />,
      keys: 'g r',
      path: (projectId) => `/projects/${projectId}/archives/issues`,
      in: 'menu',
      isShown: (get, { id }) => hasRoleAtLeast(get(projectRoleAtom(id)), role.member),
    },
    {
      id: 'trash',
      label: () => t('trash.title'),
      icon: <Trash2 />,
      keys: 'g t',
      path: (projectId) => `/projects/${projectId}/trash`,
      in: 'menu',
      isShown: (get, { id }) => canSeeTrash({ role: get(projectRoleAtom(id)) }),
    },
  ],
  actions: ({ get, project }) => [...createItem(get, project), ...tabsOf(project)],
  open: ({ entity, id, get }) => {
    if (entity !== 'work_items') return
    const row = tables.work_items.get(id)
    const peek = get(peekOpenerAtom)
    if (peek && (peek.projectId === null || peek.projectId === row?.project_id)) return () => peek.open(id)
    return row && `/browse/${formatItemKey(row)}`
  },
  dialogs: [
    {
      id: 'create-item',
      part: loadable(() =>
        import('../detail/CreateWorkItem.tsx').then(({ CreateWorkItem }) => CreateWorkItem),
      ),
      isOpenAtom: atom((get) => get(createItemDialogAtom) !== null),
    },
    {
      id: 'description-history',
      part: loadable(() =>
        import('../detail/versions/DescriptionHistory.tsx').then(
          ({ DescriptionHistory }) => DescriptionHistory,
        ),
      ),
      isOpenAtom: atom((get) => get(descriptionHistoryItemAtom) !== null),
    },
    {
      id: 'print-item',
      part: lazyPrintItem,
      isOpenAtom: atom((get) => get(printedItemAtom) !== null),
    },
  ],
}

function createItem(
  get: PaletteActionContext['get'],
  project: PaletteActionContext['project'],
): PaletteAction[] {
  const projects = get(creatableProjectsAtom)
  if (projects.length === 0) return []
  const place = get(createDefaultsAtom)
  return [
    {
      id: 'create-item',
      group: 'create',
      label: t('workItems.new'),
      icon: <Plus />,
      keys: 'n i',
      otherKeys: ['c'],
      run: () =>
        // The defaults of a list of epics are not used, because the shortcut creates a work item even there.
        openCreateWorkItem(
          place && !place.listing.context.createsEpics
            ? place.ofNewItem()
            : project
              ? { project_id: project.id }
              : {},
        ),
    },
  ]
}

/**
 * Returns the palette actions that open the tabs of the screen with the work items of the workspace. Within a project,
 * these actions have no shortcut, because the same keys open the saved views of the project there.
 */
function tabsOf(project: PaletteActionContext['project']): PaletteAction[] {
  return workspaceTabs.map((tab) => ({
    id: `views-${tab}`,
    group: 'go',
    label: t(`workItems.views.${tab}`),
    icon: <Layers />,
    ...(tab === 'all-issues' && !project && { keys: 'g v' }),
    run: `/workspace-views/${tab}`,
  }))
}
