import { useAtomValue } from 'jotai'
import { Archive, ListTodo, Plus, SearchX, Send, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { canSeeWholeProject, role } from '#common/platform/roles.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import type { LayoutName } from '#common/work/listing/view-settings.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { ImportItemsLink } from '../../organization/projects/ImportItemsLink.tsx'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, useCanCreateListingItems } from '../../platform/person/roles.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { newRequestPath } from '../cycles-modules-epics/intake-paths.ts'
import { openCreateWorkItem } from '../work-items/create.ts'
import type { FindInListState } from './find/use-find.ts'
import type { LayoutProps } from './layouts/layout-props.ts'
import { layouts } from './layouts/layouts.tsx'
import { LayoutSkeleton } from './layouts/skeletons.tsx'
import { listingAtom, retryListing, subscribeToListing } from './listings.ts'
import { defaultsForNewItem } from './new-item.ts'
import { outlineItemsChangedByOthers } from './outline-items-changed-by-others.ts'
import { usePrintListShortcut } from './print-list.ts'
import { ItemTrashHint } from './trash/ItemTrashHint.tsx'
import type { ListingView } from './view.ts'

interface ItemsBodyProps extends LayoutProps {
  /** The text search within the listing. */
  find: FindInListState
  /** True if filters are set. An empty listing then shows "nothing found" instead of "nothing here yet". */
  filtered: boolean
  onClearFilters: () => void
  noAccess: (retry: () => void) => ReactNode
}

/**
 * Shows the layout of a listing, or a replacement while the listing loads, has failed, is inaccessible or is
 * empty.
 */
export function ItemsBody({ find, filtered, onClearFilters, noAccess, ...layoutProps }: ItemsBodyProps) {
  const { display } = layoutProps
  const { t } = useTranslation()
  const { layout } = display.settings.display_filters
  useEffect(() => subscribeToListing(layoutProps.view), [layoutProps.view])
  useEffect(outlineItemsChangedByOthers, [])
  const props = { ...layoutProps, view: useLoadedView(layoutProps.view, layout) }
  const { view } = props
  const { status, groups } = useAtomValue(listingAtom(view.key))
  const isPart = usePrintListShortcut(view)
  const canCreate = useCanCreateListingItems(view.scope.context)
  const retry = () => retryListing(view)
  const skeleton = <LayoutSkeleton layout={layout} view={view} />
  if (status !== 'ready')
    return <LoadedContent of={{ status, retry }} skeleton={skeleton} noAccess={noAccess(retry)} />
  // The calendar never counts as empty, because the user must be able to go from an empty month to another month.
  const isCalendar = layout === 'calendar'
  const isEmpty = !isCalendar && Object.values(groups).every((group) => group.total === 0)
  if (isEmpty && find.text !== '') return <NoSearchResults find={find} />
  if (isEmpty && filtered) return <NoFilterResults onClear={onClearFilters} />
  if (isEmpty && layout !== 'kanban') return <EmptyListing view={view} canCreate={canCreate} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {isPart && <p className="hidden print:block">{t('print.listPart')}</p>}
      <LazyComponent key={layout} part={layouts[layout].part} props={props} fallback={skeleton} />
      {isEmpty && (
        // An empty board still shows its columns, because a first item can be added to each of them.
        <div className="pointer-events-none absolute inset-x-0 top-24 bottom-0 grid place-items-center *:pointer-events-auto">
          <EmptyListing view={view} canCreate={canCreate} />
        </div>
      )}
    </div>
  )
}

/**
 * Returns the previous view while another order or filter loads, so that the focus and open menus stay.
 * Another layout or list starts with a skeleton.
 */
function useLoadedView(view: ListingView, layout: LayoutName): ListingView {
  const { status } = useAtomValue(listingAtom(view.key))
  const [loaded, setLoaded] = useState({ view, layout })
  const isSameScreen = loaded.layout === layout && loaded.view.scope.context.key === view.scope.context.key
  if (status === 'loading' && isSameScreen) return loaded.view
  if (loaded.view !== view || loaded.layout !== layout) setLoaded({ view, layout })
  return view
}

function NoFilterResults({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('workItems.nothingFoundTitle')}
      text={t('workItems.nothingFoundText')}
      action={<Button onClick={onClear}>{t('workItems.clearFilters')}</Button>}
    />
  )
}

function NoSearchResults({ find }: { find: FindInListState }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('workItems.nothingCalledTitle')}
      text={t('workItems.nothingCalledText', { text: find.text })}
      action={<Button onClick={find.close}>{t('workItems.findEnd')}</Button>}
    />
  )
}

function EmptyListing({ view, canCreate }: { view: ListingView; canCreate: boolean }) {
  const { t } = useTranslation()
  const { context, properties, words = properties.context } = view.scope
  const projectText = useProjectText(context.project_id, canCreate)
  const text =
    words === 'project'
      ? t(`workItems.empty.project.${projectText}`)
      : (words === 'cycle' || words === 'module') && !canCreate
        ? t(`workItems.empty.${words}.textIfClosed`)
        : t(`workItems.empty.${words}.text`)
  const projectId = words === 'project' ? context.project_id : null
  return (
    <EmptyState
      icon={words === 'archived' ? <Archive /> : words === 'epics' ? <Zap /> : <ListTodo />}
      title={t(`workItems.empty.${words}.title`)}
      text={text}
      action={
        canCreate ? (
          <CreationButtons listing={view.listing} projectId={projectId} />
        ) : (
          projectId !== null && <NewRequest projectId={projectId} />
        )
      }
    />
  )
}

interface CreationButtonsProps {
  listing: Listing
  /** The project whose work items the screen lists. It is null on other screens, which offer no import and no trash. */
  projectId: string | null
}

function CreationButtons({ listing, projectId }: CreationButtonsProps) {
  const { t } = useTranslation()
  const isAdmin = useAtomValue(projectRoleAtom(projectId ?? '')) === role.admin
  const { createsEpics } = listing.context
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus />}
        keys={createsEpics ? 'n e' : 'n i'}
        onClick={() => openCreateWorkItem(defaultsForNewItem(listing))}
      >
        {t(createsEpics ? 'epics.new' : 'workItems.new')}
      </Button>
      {projectId !== null && isAdmin && <ImportItemsLink projectId={projectId} />}
      {projectId !== null && <ItemTrashHint projectId={projectId} />}
    </>
  )
}

/** Lets people who cannot create work items submit a request, if the project has an intake. */
function NewRequest({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  if (project === undefined || !project.inbox_view || project.archived_at !== null) return null
  return (
    <Link to={newRequestPath(projectId)} className={buttonClass({ variant: 'line' })}>
      <Send aria-hidden />
      {t('intake.new')}
    </Link>
  )
}

/** Returns the key of the text that explains why the list of a project is empty. */
function useProjectText(projectId: string | null, canCreate: boolean) {
  const ownRole = useAtomValue(projectRoleAtom(projectId ?? ''))
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  if (!canSeeWholeProject(ownRole, project?.guest_view_all_features === true))
    return 'textForRestrictedGuests'
  return canCreate ? 'text' : 'textForGuests'
}
