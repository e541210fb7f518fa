import { useAtomValue } from 'jotai'
import {
  Archive,
  ArchiveRestore,
  Bell,
  BookOpen,
  Clipboard,
  Copy,
  CornerDownRight,
  CornerUpLeft,
  Download,
  ExternalLink,
  FilePlus2,
  FileUp,
  FolderInput,
  Globe,
  History,
  LayoutTemplate,
  Link2,
  Lock,
  LockKeyhole,
  LockOpen,
  MoreHorizontal,
  Share2,
  Tag,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../organization/favorites/FavoriteButton.tsx'
import { projectsForNewItemsAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import {
  archivePage,
  copyPageLink,
  copyPageMarkdown,
  deletePage,
  duplicatePage,
  movePage,
  pageReordering,
  pageVisibilityMessage,
  projectIdOfPage,
  setPageAccess,
  setPageLock,
  unarchivePage,
  unnestPage,
} from './actions.ts'
import {
  canCreateWorkspacePagesAtom,
  isPrivatePage,
  pageRightsAtom,
  pagesAtom,
  useCanCreatePages,
} from './atoms.ts'
import { CopyPageDialog } from './CopyPageDialog.tsx'
import { openPageExport } from './export-dialog.ts'
import { openPageHistory } from './history-dialog.ts'
import { openPageImport } from './imports/import-dialog.ts'
import { PageLabelPicker } from './PageListLabels.tsx'
import { PageStyleMenu } from './PageStyleMenu.tsx'
import { ParentPagePicker } from './ParentPagePicker.tsx'
import { pagePath, pagesPath } from './paths.ts'
import { openPagePublishing } from './publish-dialog.ts'
import { openPageSharing } from './share-dialog.ts'
import { pageShortcuts } from './shortcuts.ts'
import { savePageAsTemplate } from './templates.ts'
import { useCreatePage } from './use-create-page.ts'
import { WatchPageOptions } from './WatchPageOptions.tsx'

interface PageMenuProps {
  page: PageRow
  projectId: string | null
  /**
   * `row` is the menu of a page in a list, which offers reordering. `page` is the menu of the open page, in
   * which some actions navigate to another page.
   */
  on: 'row' | 'page'
}

/** Menu with all actions of a page. */
export function PageMenu({ page, projectId, on }: PageMenuProps) {
  const { t } = useTranslation()
  const name = page.name || t('pages.untitled')
  const label = on === 'page' ? t('pages.actions') : t('pages.actionsOf', { name })
  const button = useRef<HTMLButtonElement>(null)
  const [openDialog, setOpenDialog] = useState<'place' | 'labels' | 'delete' | 'copy' | null>(null)
  const navigate = useNavigate()
  const pages = useAtomValue(pagesAtom(projectId))
  const below = pages.filter((one) => one.parent === page.id)
  const copied = findDescendantPages(page.id, pages)
  const copy = async (withSubPages: boolean) => {
    setOpenDialog(null)
    const id = await duplicatePage(page, withSubPages)
    if (on === 'page' && id !== null) void navigate(pagePath(projectId, id))
  }
  const remove = () => {
    if (on === 'page') void navigate(pagesPath(projectId))
    void deletePage(page)
  }
  const picker = { page, anchor: button.current, onClose: () => setOpenDialog(null) }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            ref={button}
            size={on === 'row' ? 'sm' : 'md'}
            label={label}
            icon={<MoreHorizontal />}
          />
        }
      >
        <CreateItems
          page={page}
          projectId={projectId}
          onCopy={() => (copied.length > 0 ? setOpenDialog('copy') : void copy(false))}
        />
        <MenuSeparator />
        <MenuItem
          icon={<ExternalLink />}
          onSelect={() => void window.open(pagePath(projectId, page.id), '_blank', 'noopener')}
        >
          {t('pages.openInTab')}
        </MenuItem>
        <MenuItem
          icon={<Link2 />}
          keys={on === 'page' ? pageShortcuts.link : undefined}
          onSelect={() => void copyPageLink(page, projectId)}
        >
          {t('pages.copyLink')}
        </MenuItem>
        <MenuItem icon={<Clipboard />} onSelect={() => void copyPageMarkdown(page)}>
          {t('editor.copyMarkdown')}
        </MenuItem>
        <FavoriteMenuItem thing={{ type: 'page', ...page, project_id: projectId }} />
        <MenuSub icon={<Bell />} label={t('pages.watch.title')}>
          <WatchPageOptions page={page} projectId={projectId} />
        </MenuSub>
        <MenuItem icon={<History />} onSelect={() => openPageHistory(page.id)}>
          {t('versions.page.title')}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => openPageExport(page.id)}>
          {t('pages.export')}
        </MenuItem>
        {on === 'page' && <PageStyleMenu page={page} />}
        <MoveItems page={page} on={on} onOpenDialog={setOpenDialog} />
        <ManageItems
          page={page}
          on={on}
          onDelete={() => (below.length > 0 ? setOpenDialog('delete') : remove())}
        />
      </Menu>
      {openDialog === 'copy' && (
        <CopyPageDialog
          name={name}
          count={copied.length}
          onCopy={(withSubPages) => void copy(withSubPages)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      <AlertDialog
        open={openDialog === 'delete'}
        danger
        onOpenChange={(open) => !open && setOpenDialog(null)}
        title={t('pages.deleteTitle', { name })}
        text={t('pages.deleteText', { count: below.length })}
        confirmLabel={t('pages.delete')}
        onConfirm={remove}
      />
      {openDialog === 'place' && <ParentPagePicker {...picker} projectId={projectId} />}
      {openDialog === 'labels' && projectId !== null && <PageLabelPicker {...picker} projectId={projectId} />}
    </>
  )
}

interface CreateItemsProps extends Pick<PageMenuProps, 'page' | 'projectId'> {
  onCopy: () => void
}

function CreateItems({ page, projectId, onCopy }: CreateItemsProps) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageRightsAtom(page.id))
  const canCreate = useCanCreatePages(projectId)
  const makePage = useCreatePage(projectId)
  const nest = () => makePage({ access: page.access, parent: page.id })
  if (!canCreate) return null
  return (
    <>
      {rights.edit && page.archived_at === null && (
        <>
          <MenuItem icon={<FilePlus2 />} onSelect={() => void nest()}>
            {t('pages.newSubPage')}
          </MenuItem>
          <MenuItem
            icon={<FileUp />}
            onSelect={() => openPageImport(projectId, { parent: page.id, access: page.access })}
          >
            {t('pages.importBelow')}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<Copy />} onSelect={onCopy}>
        {t('pages.duplicate')}
      </MenuItem>
      <MenuItem
        icon={<LayoutTemplate />}
        onSelect={() => void savePageAsTemplate(page, projectId, currentSlug())}
      >
        {t('templates.saveAs')}
      </MenuItem>
    </>
  )
}

interface MoveItemsProps extends Pick<PageMenuProps, 'page' | 'on'> {
  onOpenDialog: (what: 'place' | 'labels') => void
}

function MoveItems({ page, on, onOpenDialog }: MoveItemsProps) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageRightsAtom(page.id))
  const targets = useAtomValue(projectsForNewItemsAtom).filter(
    (project) => project.page_view && !page.project_ids.includes(project.id),
  )
  const toWorkspace = useAtomValue(canCreateWorkspacePagesAtom) && projectIdOfPage(page) !== null
  return (
    <>
      {on === 'row' && rights.place && (
        <>
          <ReorderMenuItems row={page.id} order={pageReordering} />
          {page.parent !== null && (
            <MenuItem icon={<CornerUpLeft />} keys="alt+arrowleft" onSelect={() => void unnestPage(page)}>
              {t('pages.out')}
            </MenuItem>
          )}
        </>
      )}
      {rights.place && (
        <MenuItem icon={<CornerDownRight />} onSelect={() => onOpenDialog('place')}>
          {t('pages.moveBelow')}
        </MenuItem>
      )}
      {rights.rename && projectIdOfPage(page) !== null && (
        <MenuItem icon={<Tag />} onSelect={() => onOpenDialog('labels')}>
          {t('pages.labels')}
        </MenuItem>
      )}
      {rights.move && (toWorkspace || targets.length > 0) && (
        <MenuSub icon={<FolderInput />} label={t('pages.moveTo')}>
          {toWorkspace && (
            <MenuItem icon={<BookOpen />} onSelect={() => void movePage(page, null)}>
              {t('pages.ofWorkspace')}
            </MenuItem>
          )}
          {toWorkspace && targets.length > 0 && <MenuSeparator />}
          {targets.map((project) => (
            <MenuItem key={project.id} onSelect={() => void movePage(page, project)}>
              {project.name}
            </MenuItem>
          ))}
        </MenuSub>
      )}
    </>
  )
}

function ShareItems({ page }: Pick<PageMenuProps, 'page'>) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageRightsAtom(page.id))
  return (
    <>
      {rights.share && (
        <MenuItem icon={<UserPlus />} onSelect={() => openPageSharing(page.id)}>
          {t('pages.share.open')}
        </MenuItem>
      )}
      {(rights.share || (rights.manage && page.publication !== null)) && (
        <MenuItem icon={<Globe />} onSelect={() => openPagePublishing(page.id)}>
          {t('pages.publish.open')}
        </MenuItem>
      )}
    </>
  )
}

interface ManageItemsProps extends Pick<PageMenuProps, 'page' | 'on'> {
  onDelete: () => void
}

function ManageItems({ page, on, onDelete }: ManageItemsProps) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageRightsAtom(page.id))
  const isArchived = page.archived_at !== null
  return (
    <>
      <ShareItems page={page} />
      {rights.share && (
        <MenuItem
          icon={isPrivatePage(page) ? <Share2 /> : <LockKeyhole />}
          keys={on === 'page' ? pageShortcuts.access : undefined}
          onSelect={() => void setPageAccess(page, isPrivatePage(page) ? 0 : 1)}
        >
          {isPrivatePage(page) ? pageVisibilityMessage(page, 'makePublic') : t('pages.makePrivate')}
        </MenuItem>
      )}
      {rights.manage && (
        <>
          {!isArchived && (
            <MenuItem
              icon={page.is_locked ? <LockOpen /> : <Lock />}
              keys={on === 'page' ? pageShortcuts.lock : undefined}
              onSelect={() => void setPageLock(page, !page.is_locked)}
            >
              {page.is_locked ? t('pages.unlock') : t('pages.lock')}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem
            icon={isArchived ? <ArchiveRestore /> : <Archive />}
            keys={on === 'page' ? pageShortcuts.archive : undefined}
            onSelect={() => void (isArchived ? unarchivePage(page) : archivePage(page))}
          >
            {isArchived ? t('pages.unarchive') : t('pages.archive')}
          </MenuItem>
          <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
            {t('pages.delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}
