import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import {
  Archive,
  FileText,
  FileUp,
  LayoutTemplate,
  MoreHorizontal,
  Plus,
  Search,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { role } from '#common/platform/roles.ts'
import { useFileDrop } from '../../documents/files/use-file-drop.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { favoritePagesAtom } from '../../organization/favorites/atoms.ts'
import { UnjoinedProjectNotice } from '../../organization/projects/UnjoinedProjectNotice.tsx'
import { tables } from '../../platform/app/sync.ts'
import { joinableProjectAtom } from '../../platform/person/projects.ts'
import { meAtom } from '../../platform/person/session.ts'
import { clockAtom } from '../../platform/person/today.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import type { PropertyFilter } from '../../work/listing/filters/leaf.ts'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { pageContainerActorAtom, pagesAtom, useCanCreatePages } from './atoms.ts'
import { matchesPageFilter } from './filters.ts'
import { openPageImport } from './imports/import-dialog.ts'
import { RunningImports } from './imports/RunningImports.tsx'
import { useLoadLastPageVisits, useLoadPages } from './load.ts'
import { newPageAccessAtom } from './new-page-access.ts'
import { PageListMenus } from './PageListMenus.tsx'
import { PageListRow } from './PageListRow.tsx'
import { PageTemplatePicker } from './PageTemplatePicker.tsx'
import { createPageMoves } from './page-moves.ts'
import { pageListTitle, pageTrashPath } from './paths.ts'
import { loadTemplateContent, type PageTemplateContent } from './templates.ts'
import { PageTrashHint } from './trash/PageTrashHint.tsx'
import {
  flattenPageTree,
  lastPageVisitTimesAtom,
  type PageListSettings,
  type PageTab,
  type PageTreeRow,
  pageListSettingsAtom,
  pagesOfTab,
  pageTabs,
  sortPages,
} from './tree.ts'
import { useCreatePage } from './use-create-page.ts'

const chips = loadable(() => import('./PageFilterChips.tsx').then(({ PageFilterChips }) => PageFilterChips))

/** Screen with the page list of a project or of the workspace itself. */
export function Pages() {
  const { t } = useTranslation()
  const { projectId = null } = useParams()
  const { status, retry, failure } = useLoadPages(projectId)
  const navigate = useNavigate()
  const makePage = useCreatePage(projectId)
  const isOff = useAtomValue(tables.projects.rowAtom(projectId ?? ''))?.page_view === false
  const outside = useAtomValue(joinableProjectAtom(projectId ?? ''))
  const canCreate = useCanCreatePages(projectId) && !isOff
  const [search, setSearch] = useSearchParams()
  const access = search.get('tab') === 'private' ? 1 : 0
  const create = (content?: PageTemplateContent) => makePage({ access }, content)
  const createFrom = async (template: string) => {
    const content = await loadTemplateContent(template)
    if (content !== null) await create(content)
  }
  const setNewPageAccess = useSetAtom(newPageAccessAtom)
  useEffect(() => {
    setNewPageAccess(access)
    return () => setNewPageAccess(0)
  }, [access, setNewPageAccess])
  // The command palette opens this screen with `?new=template`, which opens the template picker.
  const opensTemplates = search.get('new') === 'template'
  const button = canCreate && (
    <>
      <PageTemplatePicker
        projectId={projectId}
        open={opensTemplates}
        onOpenChange={() => opensTemplates && setSearch({}, { replace: true })}
        onChoose={(template) => void createFrom(template)}
        trigger={<IconButton label={t('pages.fromTemplate')} icon={<LayoutTemplate />} />}
      />
      <Button variant="primary" icon={<Plus />} onClick={() => void create()}>
        <span className="max-sm:sr-only">{t('pages.new')}</span>
      </Button>
      <Menu align="end" trigger={<IconButton label={t('pages.actions')} icon={<MoreHorizontal />} />}>
        <MenuItem icon={<FileUp />} onSelect={() => openPageImport(projectId, { access })}>
          {t('pages.import')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} onSelect={() => void navigate(pageTrashPath(projectId))}>
          {t('trash.title')}
        </MenuItem>
      </Menu>
    </>
  )
  return (
    <>
      <TopBar
        title={pageListTitle(projectId)}
        crumbs={<ProjectCrumbs projectId={projectId} page={pageListTitle(projectId)} />}
        actions={button}
      />
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <LoadError onRetry={retry} failure={failure} />}
      {status === 'no_access' && outside && <UnjoinedProjectNotice project={outside} onJoined={retry} />}
      {status === 'no_access' && !outside && (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      )}
      {status === 'ready' && isOff && <NoAccessState title={t('pages.off')} />}
      {status === 'ready' && !isOff && <PageList projectId={projectId} create={canCreate ? create : null} />}
    </>
  )
}

interface PageListProps {
  projectId: string | null
  create: (() => Promise<void>) | null
}

function PageList({ projectId, create }: PageListProps) {
  const { t } = useTranslation()
  const pages = useAtomValue(pagesAtom(projectId))
  const me = useAtomValue(meAtom)
  const slug = currentSlug()
  const [settings, setSettings] = useAtom(pageListSettingsAtom(`${me?.id}|${projectId ?? slug}`))
  const hasOnlyShares = useAtomValue(pageContainerActorAtom(projectId)).has_only_shares
  const tabs = hasOnlyShares ? sharedPageTabs : pageTabs
  const [tab, setTab] = useTab(tabs)
  const [query, setQuery] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const access = tab === 'private' ? 1 : 0
  const isOver = useFileDrop(area, {
    isEnabled: create !== null && tab !== 'archived',
    onFiles: (files) => openPageImport(projectId, { access, files }),
  })
  const [draft, setDraft] = useState<PropertyFilter | null>(null)
  const { isFlat, isFiltered, lines } = useTreeLines(pagesOfTab(tab, pages, me?.id), settings, query)
  return (
    <div
      ref={area}
      className={cx('flex min-h-0 flex-1 flex-col', isOver && 'outline-2 -outline-offset-2 outline-accent')}
    >
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
        <SegmentedControl<PageTab>
          label={t('pages.tab')}
          value={tab}
          onChange={setTab}
          options={tabs.map((value) => ({ value, label: t(`pages.tabs.${value}`) }))}
        />
        <Input
          size="sm"
          type="search"
          className="max-w-70 min-w-30 flex-1 max-sm:order-1 max-sm:min-w-full"
          icon={<Search />}
          aria-label={t('pages.search')}
          placeholder={t('pages.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <span className="ms-auto flex items-center">
          <PageListMenus
            projectId={projectId}
            settings={settings}
            onChange={setSettings}
            onFilter={setDraft}
          />
        </span>
      </div>
      {(settings.filters.length > 0 || draft !== null) && (
        <LazyComponent
          part={chips}
          props={{
            projectId,
            filters: settings.filters,
            draft,
            onDraft: setDraft,
            onChange: (filters) => setSettings((now) => ({ ...now, filters })),
          }}
        />
      )}
      {create !== null && <RunningImports projectId={projectId} />}
      {lines.length === 0 ? (
        <EmptyPageList
          projectId={projectId}
          tab={tab}
          isFiltered={isFiltered}
          create={create}
          onImport={() => openPageImport(projectId, { access })}
        />
      ) : (
        <PageTree
          lines={lines}
          projectId={projectId}
          isFlat={isFlat}
          settings={settings}
          onFold={(id) =>
            setSettings((now) => ({
              ...now,
              folded: now.folded.includes(id) ? now.folded.filter((one) => one !== id) : [...now.folded, id],
            }))
          }
        />
      )}
    </div>
  )
}

/** Returns the visible lines: a tree, or a flat list while a search or filter is active. */
function useTreeLines(pages: PageRow[], settings: PageListSettings, query: string) {
  const favorites = useAtomValue(favoritePagesAtom)
  const clock = useAtomValue(clockAtom)
  const opened = useAtomValue(lastPageVisitTimesAtom)
  useLoadLastPageVisits(settings.order === 'opened_at')
  const words = query.trim().toLocaleLowerCase()
  const isFlat = words !== '' || settings.isFavorite || settings.filters.length > 0
  if (!isFlat) return { isFlat, isFiltered: false, lines: flattenPageTree(pages, { ...settings, opened }) }
  const found = pages.filter(
    (page) =>
      page.name.toLocaleLowerCase().includes(words) &&
      (!settings.isFavorite || favorites.has(page.id)) &&
      settings.filters.every((filter) => matchesPageFilter(page, filter, clock)),
  )
  const lines = sortPages(found, { ...settings, opened }).map(
    (page): PageTreeRow => ({ page, level: 0, hasChildren: false, isFolded: false }),
  )
  return { isFlat, isFiltered: pages.length > 0, lines }
}

/** Tabs for users who see only pages that are shared with them. */
const sharedPageTabs = ['shared', 'archived'] as const

/** Returns the selected tab of the URL. By default, the first tab is selected. */
function useTab([first, ...others]: typeof pageTabs | typeof sharedPageTabs): [
  PageTab,
  (tab: PageTab) => void,
] {
  const [search, setSearch] = useSearchParams()
  const tab = others.find((one) => one === search.get('tab')) ?? first
  return [tab, (next) => setSearch(next === first ? {} : { tab: next }, { replace: true })]
}

function EmptyPageList({
  projectId,
  tab,
  isFiltered,
  create,
  onImport,
}: {
  projectId: string | null
  tab: PageTab
  isFiltered: boolean
  create: PageListProps['create']
  onImport: () => void
}) {
  const { t } = useTranslation()
  const emptyText = useEmptyText(projectId, create !== null)
  if (isFiltered)
    return <EmptyState icon={<Search />} title={t('pages.noMatchTitle')} text={t('pages.noMatchText')} />
  if (tab === 'archived')
    return (
      <EmptyState
        icon={<Archive />}
        title={t('pages.archiveEmptyTitle')}
        text={t('pages.archiveEmptyText')}
      />
    )
  if (tab === 'shared')
    return (
      <EmptyState
        icon={<UsersRound />}
        title={t('pages.sharedEmptyTitle')}
        text={t('pages.sharedEmptyText')}
      />
    )
  const isPrivate = tab === 'private'
  return (
    <EmptyState
      icon={<FileText />}
      title={t(isPrivate ? 'pages.privateEmptyTitle' : 'pages.emptyTitle')}
      text={t(isPrivate ? 'pages.privateEmptyText' : emptyText)}
      action={
        create && (
          <span className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={<Plus />} keys="n d" onClick={() => void create()}>
              {t('pages.new')}
            </Button>
            <Button icon={<FileUp />} onClick={onImport}>
              {t('pages.import')}
            </Button>
            <PageTrashHint projectId={projectId} />
          </span>
        )
      }
    />
  )
}

/** Returns the key of the text that explains why the list of shared pages is empty. */
function useEmptyText(projectId: string | null, canCreate: boolean) {
  const { role: ownRole, sees_all } = useAtomValue(pageContainerActorAtom(projectId))
  if (projectId === null) return 'pages.ofAll.emptyText'
  if (ownRole === role.guest)
    return sees_all ? 'pages.emptyTextForGuests' : 'pages.emptyTextForRestrictedGuests'
  return canCreate ? 'pages.emptyText' : 'pages.emptyTextForGuests'
}

interface PageTreeProps {
  lines: readonly PageTreeRow[]
  projectId: string | null
  isFlat: boolean
  settings: PageListSettings
  onFold: (id: string) => void
}

function PageTree({ lines, projectId, isFlat, settings, onFold }: PageTreeProps) {
  const isManualOrder = settings.order === 'sort_order' && !isFlat
  return (
    <SortableList
      as="div"
      order={createPageMoves(projectId, { isManualOrder, isFlat })}
      focus="[data-page] > a"
      className="flex min-h-0 flex-1 flex-col"
    >
      <VirtualList
        className="min-h-0 flex-1"
        label={pageListTitle(projectId)}
        rows={lines}
        keyOf={({ page }) => page.id}
        rowHeight={40}
      >
        {(line) => (
          <PageListRow
            line={line}
            projectId={projectId}
            isFlat={isFlat}
            order={settings.order}
            onFold={() => onFold(line.page.id)}
          />
        )}
      </VirtualList>
    </SortableList>
  )
}
