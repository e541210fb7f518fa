import { atom } from 'jotai'
import { BookOpen, FileText, LayoutTemplate, Trash2 } from 'lucide-react'
import { canCreatePages } from '#common/pages/pages/rules.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature, PaletteAction, PaletteActionContext } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { canCreateWorkspacePagesAtom } from './atoms.ts'
import { pageExportDialogAtom } from './export-dialog.ts'
import { pageHistoryDialogAtom } from './history-dialog.ts'
import { pageImportDialogAtom } from './imports/import-dialog.ts'
import { newPageAccessAtom } from './new-page-access.ts'
import { pageListTitle } from './paths.ts'
import { printJobAtom } from './print/print-job.ts'
import { publishPageDialogAtom } from './publish-dialog.ts'
import { sharePageDialogAtom } from './share-dialog.ts'

const sidebarPages = loadable(() => import('./SidebarPages.tsx').then(({ SidebarPages }) => SidebarPages))

export const pagesFeature: Feature = {
  id: 'pages',
  routes: [
    { path: 'projects/:projectId/pages', ...lazyScreen('Pages', () => import('./Pages.tsx')) },
    {
      path: 'projects/:projectId/pages/:pageId',
      ...lazyScreen('PageScreen', () => import('./PageScreen.tsx')),
    },
    {
      path: 'projects/:projectId/trash/pages',
      ...lazyScreen('PageTrash', () => import('./trash/PageTrash.tsx')),
    },
    { path: 'trash/pages', ...lazyScreen('PageTrash', () => import('./trash/PageTrash.tsx')) },
    { path: 'pages', ...lazyScreen('Pages', () => import('./Pages.tsx')) },
    { path: 'pages/:pageId', ...lazyScreen('PageScreen', () => import('./PageScreen.tsx')) },
  ],
  sections: [
    {
      id: 'workspace-pages',
      preference: 'pages',
      label: () => pageListTitle(null),
      icon: <BookOpen />,
      keys: 'g b',
      path: '/pages',
      tree: sidebarPages,
    },
  ],
  projectSections: [
    {
      id: 'pages',
      label: () => t('shell.nav.pages'),
      icon: <FileText />,
      keys: 'g d',
      path: (projectId) => `/projects/${projectId}/pages`,
      in: 'sidebar',
      tree: sidebarPages,
      isShown: (_, project) => project.page_view,
    },
  ],
  actions: ({ get, project }) => {
    const inProject =
      project?.page_view &&
      project.archived_at === null &&
      canCreatePages({ role: get(projectRoleAtom(project.id)) })
    return [
      ...(inProject
        ? [createPageAction(project.id, get)]
        : get(canCreateWorkspacePagesAtom)
          ? [createPageAction(null, get)]
          : []),
      ...(inProject ? [createFromTemplateAction(`/projects/${project.id}`, t('pages.fromTemplate'))] : []),
      ...(get(canCreateWorkspacePagesAtom)
        ? [createFromTemplateAction('', t('pages.ofAll.fromTemplate')), openTrashAction()]
        : []),
    ]
  },
  linkedPageCreation: (get, projectId) => {
    const project = projectId === null ? undefined : get(tables.projects.rowAtom(projectId))
    const canCreate =
      projectId === null
        ? get(canCreateWorkspacePagesAtom)
        : project?.page_view === true &&
          project.archived_at === null &&
          canCreatePages({ role: get(projectRoleAtom(projectId)) })
    if (!canCreate) return
    return async (id, name, parentId) =>
      (await import('./actions.ts')).createLinkedPage(projectId, id, name, parentId)
  },
  liveBlock: {
    kind: 'pages',
    part: loadable(() => import('./SubPagesBlock.tsx').then(({ SubPagesBlock }) => SubPagesBlock)),
  },
  syncedBlocks: {
    content: loadable(() =>
      import('./synced/SyncedBlockContent.tsx').then(({ SyncedBlockContent }) => SyncedBlockContent),
    ),
    places: loadable(() =>
      import('./synced/SyncedBlockPlaces.tsx').then(({ SyncedBlockPlaces }) => SyncedBlockPlaces),
    ),
    deletion: loadable(() =>
      import('./synced/SyncedBlockDeletion.tsx').then(({ SyncedBlockDeletion }) => SyncedBlockDeletion),
    ),
  },
  dialogs: [
    {
      id: 'page-history',
      part: loadable(() => import('./versions/PageHistory.tsx').then(({ PageHistory }) => PageHistory)),
      isOpenAtom: atom((get) => get(pageHistoryDialogAtom) !== null),
    },
    {
      id: 'import-pages',
      part: loadable(() => import('./imports/ImportPages.tsx').then(({ ImportPages }) => ImportPages)),
      isOpenAtom: atom((get) => get(pageImportDialogAtom) !== null),
    },
    {
      id: 'print-pages',
      part: loadable(() => import('./print/PrintPages.tsx').then(({ PrintPages }) => PrintPages)),
      isOpenAtom: atom((get) => get(printJobAtom) !== null),
    },
    {
      id: 'publish-page',
      part: loadable(() =>
        import('./PublishPageDialog.tsx').then(({ PublishPageDialog }) => PublishPageDialog),
      ),
      isOpenAtom: atom((get) => get(publishPageDialogAtom) !== null),
    },
    {
      id: 'share-page',
      part: loadable(() => import('./SharePageDialog.tsx').then(({ SharePageDialog }) => SharePageDialog)),
      isOpenAtom: atom((get) => get(sharePageDialogAtom) !== null),
    },
    {
      id: 'export-page',
      part: loadable(() => import('./PageExportDialog.tsx').then(({ PageExportDialog }) => PageExportDialog)),
      isOpenAtom: atom((get) => get(pageExportDialogAtom) !== null),
    },
  ],
}

/** Returns the command that creates a page in the project, or a workspace page if `projectId` is null. */
function createPageAction(projectId: string | null, get: PaletteActionContext['get']): PaletteAction {
  const access = get(newPageAccessAtom)
  return {
    id: 'create-page',
    group: 'create',
    label: t('pages.new'),
    aliases: t('pages.newAliases'),
    icon: <FileText />,
    keys: 'n d',
    takesTyping: true,
    run: async (navigate) => {
      const { createAndOpenPage } = await import('./use-create-page.ts')
      await createAndOpenPage(projectId, navigate, { access })
    },
  }
}

/** Returns the command that opens the page list with its template picker. */
function createFromTemplateAction(place: string, label: string): PaletteAction {
  return {
    id: `create-page-from-template${place}`,
    group: 'create',
    label,
    icon: <LayoutTemplate />,
    run: `${place}/pages?new=template`,
  }
}

function openTrashAction(): PaletteAction {
  return {
    id: 'workspace-pages-trash',
    group: 'go',
    label: t('trash.pages.ofWorkspace'),
    icon: <Trash2 />,
    run: '/trash/pages',
  }
}
