import { useAtomValue, useSetAtom } from 'jotai'
import { Plus } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Location, useLocation, useSearchParams } from 'react-router'
import type { Listing } from '#common/work/listing/listing.ts'
import type { LayoutName } from '#common/work/listing/view-settings.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { useCanCreateListingItems } from '../../platform/person/roles.ts'
import { clockAtom } from '../../platform/person/today.ts'
import { PresenceAvatars } from '../../platform/shell/PresenceAvatars.tsx'
import { usePresence } from '../../platform/shell/presence.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import type { Loadable } from '../../platform/ui/loadable.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { usePreload } from '../../platform/ui/use-preload.ts'
import { createDefaultsAtom, openCreateWorkItem } from '../work-items/create.ts'
import { estimateSumUnitAtom } from '../work-items/estimates.ts'
import { BulkEditing } from './bulk/BulkEditing.tsx'
import { DisplayMenu } from './display/DisplayMenu.tsx'
import { createLayoutSetting } from './display/display-choices.tsx'
import { useDisplaySettingsForEnabledFeatures } from './display.ts'
import { cellOfFocusedItem } from './drag/cell.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import type { ActiveViewSettings } from './filters.ts'
import { FindInList } from './find/FindInList.tsx'
import { useFindInList, useFoundItemsView } from './find/use-find.ts'
import { ItemCount } from './ItemCount.tsx'
import { ItemsBody } from './ItemsBody.tsx'
import { useVisibleDateRange } from './layouts/calendar/use-visible-date-range.ts'
import { layouts } from './layouts/layouts.tsx'
import { defaultsForNewItem } from './new-item.ts'
import { PrintedTitle } from './PrintedTitle.tsx'
import { peekedItemIdAtom, peekOpenerAtom } from './peeked.ts'
import { hasNoFilters, noFilters, type RichFilters } from './rich-filters.ts'
import type { ListingScope } from './scopes.ts'
import { createListingView } from './view.ts'

/**
 * Layouts for which the top bar shows no item count. The spreadsheet shows the count below its rows, and the
 * calendar loads only the items of the visible days.
 */
const hasOwnCount: Partial<Record<LayoutName, true>> = { spreadsheet: true, calendar: true }

/** Props of the panel that shows one item beside its list. */
export interface PeekProps {
  /** The id of the shown item. Is null while no item is shown. */
  id: string | null
  projectId: string
  within: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  onClose: () => void
}

interface ItemsScreenProps {
  scope: ListingScope
  settings: ActiveViewSettings
  /**
   * The side panel that shows an item beside the list. Is null on screens that open items with `onOpen`
   * instead.
   */
  peek: Loadable<PeekProps> | null
  /** Opens an item on screens without a side panel. */
  onOpen?: (id: string) => void
  title: string
  crumbs: ReactNode
  /** Tabs or a notice below the bar of the screen. */
  tabs?: ReactNode
  /** Actions on the listed items, at the end of the bar. */
  actions?: ReactNode
  /** Content that is shown beside the list, such as the details and progress of a cycle. */
  beside?: ReactNode
  /** Controls for saving the filters, at the end of the filter bar. */
  saving?: ReactNode
  /** False on screens where the filters are reset to saved ones instead of cleared. */
  canClear?: boolean
  /** Shown instead of the items if the project, cycle or other owner of the list does not exist. */
  missing?: ReactNode
  /** Shown if the user has no access to the list. */
  noAccess: (retry: () => void) => ReactNode
}

/** The work items of a scope in the chosen layout, with the side panel beside them. */
export function ItemsScreen({
  scope,
  settings,
  peek: peekPart,
  onOpen,
  title,
  crumbs,
  tabs,
  actions,
  beside,
  saving,
  canClear = true,
  missing,
  noAccess,
}: ItemsScreenProps) {
  const { t } = useTranslation()
  const canCreate = useCanCreateListingItems(scope.context)
  const { filters, setFilters } = settings
  const display = useDisplaySettingsForEnabledFeatures(scope, settings.display)
  const clock = useAtomValue(clockAtom)
  const { display_filters } = display.settings
  const { days } = useVisibleDateRange(display_filters.calendar)
  const estimate_sum = useAtomValue(estimateSumUnitAtom(scope.context.project_id)) !== null
  const narrow = useCallback(
    (found?: RichFilters) =>
      createListingView(scope, {
        display: display_filters,
        filters,
        clock,
        ...(display_filters.layout === 'calendar' && { days }),
        ...(found && { found }),
        estimate_sum,
      }),
    [scope, display_filters, filters, clock, days, estimate_sum],
  )
  const whole = useMemo(() => narrow(), [narrow])
  // The listing that determines the default values of new items. Unlike the shown listing, it is not limited to the
  // visible days of a calendar.
  const { listing } = useMemo(
    () => createListingView(scope, { display: display_filters, filters, clock }),
    [scope, display_filters, filters, clock],
  )
  const find = useFindInList(whole)
  const view = useFoundItemsView(whole, find.text, narrow)
  const { viewers, setDoing } = useDoing(scope.presence)
  const sheet = useRef<HTMLDivElement>(null)
  const {
    peek,
    projectId,
    open: openPeek,
    step,
    close,
  } = usePeek(peekPart !== null, scope.context.project_id)
  const open = onOpen ?? openPeek
  useScrollToPeeked(peek)
  usePublishPeekOpener(scope.context.project_id, open, close)
  usePublishCreateDefaults(listing)
  usePreload(...(peekPart === null ? [] : [peekPart]))
  // The side panel stays mounted after it was opened once, so that its closing animation can run.
  const [wasPeeked, setWasPeeked] = useState(false)
  if (peek !== null && !wasPeeked) setWasPeeked(true)
  useEffect(() => setDoing(peek === null ? null : { item_id: peek, doing: 'editing' }), [peek, setDoing])
  const report = useCallback(
    (id: string | null) => setDoing(id === null ? null : { item_id: id, doing: 'dragging' }),
    [setDoing],
  )
  const { layout } = display_filters
  // The code of the layout is loaded in parallel with the items.
  useEffect(() => layouts[layout].part.preload(), [layout])
  const choice = createLayoutSetting({ scope, display })
  return (
    <div
      ref={sheet}
      className={cx(
        'relative flex min-h-0 flex-1 flex-col overflow-hidden',
        // With enough room the side panel is beside the list and does not cover it.
        peek !== null && 'beside:pe-peek',
      )}
    >
      <TopBar
        title={title}
        crumbs={crumbs}
        tools={
          !missing && (
            <>
              <FilterBar
                scope={scope}
                filters={filters}
                onChange={setFilters}
                canClear={canClear}
                end={saving}
              />
              <span
                className={cx(
                  'ms-auto flex min-h-control flex-wrap items-center justify-end gap-1.5',
                  // On a phone, the search field replaces the layout switch while it is open.
                  find.isOpen
                    ? 'max-sm:min-w-0 max-sm:flex-1 max-sm:flex-nowrap max-sm:[&>[role=toolbar]]:hidden'
                    : // Each control wraps beside or below the filters on its own.
                      'max-sm:contents',
                )}
              >
                {hasOwnCount[layout] || <ItemCount view={view} />}
                <FindInList find={find} />
                {choice.options.length > 1 && (
                  <SegmentedControl
                    label={choice.label}
                    value={choice.value}
                    onChange={choice.choose}
                    options={choice.options}
                  />
                )}
                <DisplayMenu scope={scope} display={display} filters={filters} onFiltersChange={setFilters} />
              </span>
            </>
          )
        }
        actions={
          <>
            <PresenceAvatars people={viewers} />
            {actions}
            {canCreate && (
              <Button
                variant="primary"
                icon={<Plus />}
                onClick={() => openCreateWorkItem(defaultsForNewItem(listing))}
              >
                <span className="max-sm:sr-only">
                  {t(scope.context.createsEpics ? 'epics.new' : 'workItems.new')}
                </span>
              </Button>
            )}
          </>
        }
      />
      {tabs}
      {missing}
      {!missing && (
        <div className="flex min-h-0 flex-1">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <PrintedTitle projectId={scope.context.project_id} title={title} />
            <ItemsBody
              view={view}
              display={display}
              selected={peek}
              onOpen={open}
              onDragging={report}
              find={find}
              filtered={!hasNoFilters(filters)}
              onClearFilters={() => setFilters(noFilters)}
              noAccess={noAccess}
            />
          </div>
          {/* With little room, the side panel replaces the content beside the list. */}
          {beside && (
            <div className={peek === null ? 'contents' : 'hidden min-[100rem]:contents'}>{beside}</div>
          )}
        </div>
      )}
      <BulkEditing view={view} isPeeking={peek !== null} onStep={step} />
      {peekPart !== null && wasPeeked && (
        <LazyComponent
          part={peekPart}
          props={{ id: peek, projectId, within: sheet, onOpen: open, onClose: close }}
        />
      )}
    </div>
  )
}

/**
 * Query parameters that can contain the id of the item in the side panel. Tandem writes the first one. The
 * other names occur in links from Plane.
 */
const peekNames = ['peek', 'peekId', 'peekIssueId']

/** Stores the shown item in the URL. Lists across projects store its project as well. */
function usePeek(hasPeek: boolean, scopeProject: string | null) {
  const [search, setSearch] = useSearchParams()
  const named = peekNames.map((name) => search.get(name)).find((id) => id !== null) ?? null
  const inAddress = hasPeek ? named : null
  const location = useLocation()
  // The location in which the item was closed. The router may apply the new URL only after the next key press, and until
  // then the item must not count as open. A later location may show the same item again.
  const [closed, setClosed] = useState<Location | null>(null)
  const show = useCallback(
    (id: string, replace: boolean) => {
      setClosed(null)
      setSearch(
        (now) => {
          const project = tables.work_items.get(id)?.project_id
          for (const name of peekNames) now.delete(name)
          now.set('peek', id)
          if (scopeProject === null && project !== undefined) now.set('peek_project', project)
          return now
        },
        { replace },
      )
    },
    [setSearch, scopeProject],
  )
  const open = useCallback((id: string) => show(id, false), [show])
  // Replaces the entry in the browser history, so that Back leads to the list and not through every visited item.
  const step = useCallback((id: string) => show(id, true), [show])
  const close = useCallback(() => {
    setClosed(location)
    setSearch((now) => {
      for (const name of peekNames) now.delete(name)
      now.delete('peek_project')
      return now
    })
  }, [setSearch, location])
  return {
    peek: closed === location ? null : inAddress,
    projectId: scopeProject ?? search.get('peek_project') ?? '',
    open,
    step,
    close,
  }
}

/** Publishes the defaults for items that a shortcut creates while this list is shown. */
function usePublishCreateDefaults(listing: Listing): void {
  const setCreateDefaults = useSetAtom(createDefaultsAtom)
  useEffect(() => {
    setCreateDefaults({ listing, ofNewItem: () => defaultsForNewItem(listing, cellOfFocusedItem()) })
    return () => setCreateDefaults(null)
  }, [listing, setCreateDefaults])
}

/** Lets other parts of the app, such as toasts, open an item in the side panel of this list, and close the panel. */
function usePublishPeekOpener(projectId: string | null, open: (id: string) => void, close: () => void): void {
  const setOpener = useSetAtom(peekOpenerAtom)
  useEffect(() => {
    setOpener({ projectId, open, close })
    return () => setOpener(null)
  }, [projectId, open, close, setOpener])
}

/**
 * Makes the id of the item in the side panel available to keyboard handlers, and scrolls its row into view
 * when the panel makes the list narrower.
 */
function useScrollToPeeked(peek: string | null): void {
  const setPeeked = useSetAtom(peekedItemIdAtom)
  // A layout effect runs before the side panel takes the focus, so that key handlers already know the new
  // item.
  useLayoutEffect(() => {
    setPeeked(peek)
    return () => setPeeked(null)
  }, [peek, setPeeked])
  useEffect(() => {
    if (peek === null) return
    let frame = 0
    const show = () => {
      cancelAnimationFrame(frame)
      // The next frame is needed, because the layout may not have rendered the row yet.
      frame = requestAnimationFrame(() =>
        document
          .querySelector(`[data-item="${CSS.escape(peek)}"]`)
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      )
    }
    show()
    // A change of the item may move its row to another column, so the row is scrolled into view again.
    const stop = store.sub(tables.work_items.rowAtom(peek), show)
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [peek])
}

interface Doing {
  item_id: string
  doing: 'editing' | 'dragging'
}

function useDoing(presence: string | null) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const viewers = usePresence(presence, doing ?? undefined)
  return { viewers, setDoing }
}
