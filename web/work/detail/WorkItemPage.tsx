import { useAtomValue } from 'jotai'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { useTypingPresence } from '../../documents/comments/typing.ts'
import { DocumentSaveStatus } from '../../documents/editor/DocumentSaveStatus.tsx'
import type { DocumentState } from '../../documents/editor/status.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { requestWithVersion, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { joinableProjectsAtom } from '../../platform/person/projects.ts'
import { VisitorBadge } from '../../platform/person/VisitorBadge.tsx'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { PresenceAvatars } from '../../platform/shell/PresenceAvatars.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { usePresence } from '../../platform/shell/presence.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useCurrentProjectId } from '../../platform/shell/use-current-project-id.ts'
import { currentSlug, onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { epicsPath } from '../cycles-modules-epics/epic-paths.ts'
import { ItemMenu } from '../listing/bulk/ItemMenu.tsx'
import { ItemPageShortcuts } from '../listing/bulk/ItemPageShortcuts.tsx'
import { formatItemKey, getItemPath } from '../work-items/actions.ts'
import { favoriteTargetOfItem } from '../work-items/favorite.ts'
import { CopyDescription } from './CopyDescription.tsx'
import { CopyLinkButton } from './CopyLinkButton.tsx'
import { descriptionAtom } from './descriptions.ts'
import { focusDescription } from './focus-targets.ts'
import { IntakeItemNotice } from './IntakeItemNotice.tsx'
import { ItemNotFound } from './ItemNotFound.tsx'
import { ItemPropertyList } from './ItemPropertyList.tsx'
import { PeekSkeleton } from './Peek.tsx'
import { usePrintItemShortcut } from './print/use-print.ts'
import { usePreviousAndNextItem } from './use-previous-and-next-item.ts'
import { WorkItemDetail } from './WorkItemDetail.tsx'

type Found = { status: 'loading' | 'missing' | 'error' } | { status: 'found'; id: string }

interface WorkItemPageProps {
  /** Rendered instead of the item if its project is visible to the user but the user has not joined it. */
  outside: (project: Project, onJoined: () => void) => ReactNode
}

/** The page of a single item, found by its key. */
export function WorkItemPage({ outside }: WorkItemPageProps) {
  const { key = '' } = useParams()
  const { found, retry } = useItemByKey(key)
  const id = found.status === 'found' ? found.id : ''
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const navigate = useNavigate()
  const project = useAtomValue(tables.projects.rowAtom(row?.project_id ?? ''))
  const path = row && project && getItemPath(row)
  const isMoved = row !== undefined && formatItemKey(row) !== key.toUpperCase()
  // An item that moved to another project is still found by its old key. The URL then changes to its current key.
  useEffect(() => {
    if (path && isMoved) void navigate(path, { replace: true })
  }, [path, isMoved, navigate])
  if (row) return <ItemPage key={row.id} row={row} />
  const isMissing = found.status === 'missing' || found.status === 'found'
  return (
    <>
      <TopBar title={key} crumbs={<Breadcrumbs crumbs={[{ key: 'page', label: key }]} />} />
      {found.status === 'error' && <LoadError onRetry={retry} />}
      {isMissing && <Missing itemKey={key} outside={(otherItem) => outside(otherItem, retry)} />}
      {found.status === 'loading' && (
        <div className={pageClass}>
          <PeekSkeleton />
        </div>
      )}
    </>
  )
}

function ItemPage({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const viewers = usePresence(`work_item:${row.id}`, useTypingPresence(row.id))
  const [status, setStatus] = useState<DocumentState>({ status: 'connecting', reason: null })
  const page = useRef<HTMLDivElement>(null)
  const isWide = useMediaQuery(twoColumnQuery)
  const list = row.is_epic ? epicsPath(row.project_id) : `/${currentSlug()}/projects/${row.project_id}/issues`
  const leave = () => void navigate(list)
  const isWaiting = isIntakeItemInTriage(row)
  const isTextKnown = useAtomValue(descriptionAtom(row.id)) !== undefined
  useHotkey('e', () => focusDescription(page.current), {
    group: t('workItems.item'),
    description: t('workItems.editDescription'),
  })
  usePrintItemShortcut(row.id)
  return (
    <>
      <TopBar
        title={row.name}
        crumbs={
          <ProjectCrumbs
            projectId={row.project_id}
            {...(row.is_epic && { within: { to: list, label: t('epics.title') } })}
            page={formatItemKey(row)}
          />
        }
        actions={
          <>
            <DocumentSaveStatus {...status} />
            <PresenceAvatars people={viewers} />
            {!isWaiting && <NeighborButtons row={row} />}
            <CopyLinkButton row={row} />
            {!isWaiting && row.archived_at === null && <FavoriteButton thing={favoriteTargetOfItem(row)} />}
            {!isWaiting && <ItemMenu row={row} copyMore={<CopyDescription row={row} />} onDeleted={leave} />}
          </>
        }
      />
      <div data-takes-files className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div ref={page} className={pageClass}>
          <article className="min-w-0 flex-1 beside:max-w-180">
            {isWaiting && <IntakeItemNotice row={row} />}
            <WorkItemDetail row={row} onStatus={setStatus} withoutProperties={isWide} />
          </article>
          <aside
            aria-label={t('workItems.details')}
            className="flex shrink-0 flex-col gap-4 beside:sticky beside:top-8 beside:w-75 beside:self-start"
          >
            {isWide && <ItemPropertyList row={row} />}
            {/* On narrow screens, the content that loads with the description is above and would push this down. */}
            {(isWide || isTextKnown) && <Authorship row={row} />}
          </aside>
        </div>
      </div>
      {!isWaiting && <ItemPageShortcuts id={row.id} page={page} onDeleted={leave} />}
    </>
  )
}

/**
 * Media query for screens on which the properties fit beside the description. On narrower screens, they are
 * below the title.
 */
const twoColumnQuery = '(min-width: 68.75rem)'
const pageClass =
  'mx-auto flex w-full max-w-180 flex-col gap-8 px-5 py-8 sm:px-8 beside:max-w-290 beside:flex-row beside:justify-between beside:gap-12'

/** Buttons and keys for the previous and next item of the list that the user came from. */
function NeighborButtons({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { previous, next } = usePreviousAndNextItem(row)
  const go = (to: WorkItemRow | null) => to && void navigate(getItemPath(to), { replace: true })
  const group = t('workItems.item')
  useHotkey('k', () => go(previous), {
    enabled: previous !== null,
    group,
    description: t('workItems.previousItem'),
  })
  useHotkey('j', () => go(next), { enabled: next !== null, group, description: t('workItems.nextItem') })
  return (
    <span className="flex items-center">
      <IconButton
        label={t('workItems.previousItem')}
        keys="k"
        icon={<ChevronUp />}
        disabled={previous === null}
        onClick={() => go(previous)}
      />
      <IconButton
        label={t('workItems.nextItem')}
        keys="j"
        icon={<ChevronDown />}
        disabled={next === null}
        onClick={() => go(next)}
      />
    </span>
  )
}

/** Shows who created the item, who changed it last, and when. */
function Authorship({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const isEdited = row.updated_at !== row.created_at
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-3 text-sm text-faint">
      <Moment by={row.created_by} at={row.created_at} named={(name) => t('workItems.made', { name })}>
        {t('workItems.madeBySomebody')}
      </Moment>
      {isEdited && (
        <Moment by={row.updated_by} at={row.updated_at} named={(name) => t('workItems.updated', { name })}>
          {t('workItems.updatedBySomebody')}
        </Moment>
      )}
    </div>
  )
}

interface MomentProps {
  by: string | null
  at: string
  named: (name: string) => string
  /** The text without a name, which is shown if the user is unknown. */
  children: string
}

function Moment({ by, at, named, children }: MomentProps) {
  const { i18n } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(by ?? ''))
  const whole = new Date(at).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <p>
      {person ? named(displayNameOf(person)) : children}
      {' · '}
      <time dateTime={at} title={whole}>
        {timeAgo(at, i18n.language)}
      </time>{' '}
      <VisitorBadge id={by} />
    </p>
  )
}

interface MissingProps {
  itemKey: string
  outside: (project: Project) => ReactNode
}

/**
 * Shown if the item does not exist or is not accessible. It offers to join the item's project, or links to
 * the project or to all projects.
 */
function Missing({ itemKey, outside }: MissingProps) {
  const letters = itemKey.slice(0, itemKey.lastIndexOf('-')).toUpperCase()
  const joinable = useAtomValue(joinableProjectsAtom).find(({ identifier }) => identifier === letters)
  const projectId = useCurrentProjectId()
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  return joinable ? outside(joinable) : <ItemNotFound project={project} />
}

function useItemByKey(key: string): { found: Found; retry: () => void } {
  const [answer, setAnswer] = useState<{ key: string; found: Found } | null>(null)
  const latestKey = useRef('')
  const load = useCallback(async () => {
    latestKey.current = key
    // When the same item is loaded again, it stays on the screen.
    setAnswer((now) => (now?.key === key && now.found.status === 'found' ? now : null))
    const found = await find(key)
    if (latestKey.current === key) setAnswer({ key, found })
  }, [key])
  useEffect(() => {
    void load()
    // After a reconnection or a change of access, the item may have become visible or hidden, so it is loaded
    // again.
    return onWorkspaceReload(load)
  }, [load])
  // A row that a list has already loaded is shown immediately. It is still requested again, because it may be
  // outdated.
  const first = useMemo(() => findLoaded(key), [key])
  return { found: answer?.key === key ? answer.found : first, retry: () => void load() }
}

function findLoaded(key: string): Found {
  const row = [...tables.work_items.values()].find((one) => formatItemKey(one) === key)
  return row === undefined ? { status: 'loading' } : { status: 'found', id: row.id }
}

function isInaccessible({ code }: RequestError): boolean {
  return code === 'not_found' || code === 'forbidden' || code === 'conflict'
}

async function find(key: string): Promise<Found> {
  try {
    const { answer, version } = await requestWithVersion('getWorkItemByKey', {
      params: { slug: currentSlug(), key },
    })
    const { description_html: _, is_subscribed: __, ...item } = answer
    applyLoadedRows([item], version)
    return { status: 'found', id: item.id }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { status: isInaccessible(error) ? 'missing' : 'error' }
  }
}
