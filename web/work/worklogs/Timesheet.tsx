import { useAtomValue, useSetAtom } from 'jotai'
import { ChevronLeft, ChevronRight, Download, ListPlus, Timer } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addDays, parseDay } from '#common/platform/clock.ts'
import { weekRangeOfDay } from '#common/work/worklogs/rules.ts'
import { formatDuration } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { firstDayOfWeekAtom, getMyId } from '../../platform/person/me.ts'
import { peopleOfProjectAtom } from '../../platform/person/people.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { formatWeek } from '../../platform/ui/day-names.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { type FoundItem, ItemPicker } from '../work-items/ItemPicker.tsx'
import { readWorkItem } from '../work-items/read-item.ts'
import { loadTimesheet } from './actions.ts'
import { projectsWithTimeTrackingAtom } from './atoms.ts'
import { isExportTimeDialogOpenAtom } from './dialogs.ts'
import { WeekList } from './WeekList.tsx'
import { WeekTable } from './WeekTable.tsx'
import { timesheetWeekAtom, unloadedTimesheetItemIdsAtom } from './week.ts'

/** The week of a person: items and logged time by day. Users fill in their own time here. */
export function Timesheet() {
  const { t } = useTranslation()
  const isTracked = useAtomValue(projectsWithTimeTrackingAtom).length > 0
  const title = t('time.timesheet')
  if (isTracked) return <Sheet />
  return (
    <>
      <TopBar title={title} crumbs={<Breadcrumbs crumbs={[{ key: 'timesheet', label: title }]} />} />
      <EmptyState icon={<Timer />} title={t('time.noneTitle')} text={t('time.noneText')} />
    </>
  )
}

function Sheet() {
  const { t, i18n } = useTranslation()
  const { user, first, isThisWeek, go } = useWeekParams()
  const setExport = useSetAtom(isExportTimeDialogOpenAtom)
  const title = t('time.timesheet')
  const last = addDays(first, 6)
  return (
    <>
      <TopBar
        title={title}
        crumbs={<Breadcrumbs crumbs={[{ key: 'timesheet', label: title }]} />}
        tools={
          <>
            <span className="flex items-center gap-0.5 max-sm:me-auto">
              <IconButton
                label={t('time.previousWeek')}
                icon={<ChevronLeft />}
                onClick={() => go({ first: addDays(first, -7) })}
              />
              <span className="min-w-36 text-center text-sm font-medium tabular">
                {formatWeek(first, last, i18n.language)}
              </span>
              <IconButton
                label={t('time.nextWeek')}
                icon={<ChevronRight />}
                disabled={isThisWeek}
                onClick={() => go({ first: addDays(first, 7) })}
              />
              {!isThisWeek && <Button onClick={() => go({ first: null })}>{t('time.thisWeek')}</Button>}
            </span>
            <People user={user} onChange={(next) => go({ user: next })} />
          </>
        }
        actions={
          <Button icon={<Download />} onClick={() => setExport(true)}>
            <span className="max-sm:sr-only">{t('time.export')}</span>
          </Button>
        }
      />
      <Week key={`${user} ${first}`} user={user} first={first} />
    </>
  )
}

/** Returns person and week from the URL, so that a week can be shared. */
function useWeekParams() {
  const [search, setSearch] = useSearchParams()
  const today = useAtomValue(todayAtom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const current = weekRangeOfDay(today, weekStartsOn).first
  const { first } = weekRangeOfDay(parseDay(search.get('week') ?? '') ?? today, weekStartsOn)
  const user = search.get('user') ?? getMyId()
  const go = (to: { first?: string | null; user?: string }) => {
    const next = { first, user, ...to }
    setSearch(
      {
        ...(next.first !== null && next.first !== current && { week: next.first }),
        ...(next.user !== getMyId() && { user: next.user }),
      },
      { replace: true },
    )
  }
  return { user, first, isThisWeek: first >= current, go }
}

function People({ user, onChange }: { user: string; onChange: (user: string) => void }) {
  const { t } = useTranslation()
  const people = useAtomValue(peopleOfProjectAtom(null))
  const person = useAtomValue(tables.users.rowAtom(user))
  const name = displayNameOf(person) ?? t('time.formerPerson')
  const faceOf = (one: { id: string; display_name: string; avatar_url: string | null }) => (
    <Avatar id={one.id} name={displayNameOf(one)} src={one.avatar_url} size="xs" decorative />
  )
  return (
    <Picker
      label={t('time.person')}
      align="end"
      value={user}
      onChange={(id) => id !== null && onChange(id)}
      options={people.map((one) => ({ value: one.id, label: displayNameOf(one), icon: faceOf(one) }))}
      trigger={
        <Button icon={person && faceOf(person)}>
          <span dir="auto" className="max-w-40 truncate max-sm:max-w-24">
            {name}
          </span>
        </Button>
      }
    />
  )
}

function Week({ user, first }: { user: string; first: string }) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<readonly string[]>([])
  const projects = useAtomValue(timesheetWeekAtom([user, first, ...added].join(' ')))
  const isOwn = user === getMyId()
  const isWide = useMediaQuery('(min-width: 48rem)')
  const loaded = useLoadState(
    useCallback(() => loadTimesheet(user, { first, last: addDays(first, 6) }), [user, first]),
  )
  useLoadMissingItems(`${user} ${first}`, loaded.status === 'ready', loaded.retry)
  const total = projects.reduce((sum, one) => sum + one.total, 0)
  if (loaded.status === 'no_access') return <NoAccessState />
  if (projects.length === 0 && loaded.status !== 'ready')
    return <LoadedContent of={loaded} skeleton={<Waiting />} />
  const adding = isOwn && <AddItem onAdd={(id) => setAdded((now) => [...now, id])} />
  if (projects.length === 0) {
    return (
      <EmptyState
        icon={<Timer />}
        title={t('time.emptyTitle')}
        text={t(isOwn ? 'time.emptyText' : 'time.emptyOthers')}
        action={adding}
      />
    )
  }
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex w-full max-w-270 flex-col gap-4 p-4 sm:px-8 sm:py-6">
        {isWide ? (
          <WeekTable projects={projects} first={first} isOwn={isOwn} total={total} />
        ) : (
          <WeekList projects={projects} first={first} isOwn={isOwn} />
        )}
        <div className="flex items-center justify-between gap-3">
          {adding || <span />}
          {!isWide && (
            <span className="font-medium tabular">{t('time.total', { time: formatDuration(total) })}</span>
          )}
        </div>
      </div>
    </div>
  )
}

/**
 * Loads the week again if somebody has logged time on an item that is not loaded. The week is loaded only
 * once for each set of missing items.
 */
function useLoadMissingItems(key: string, isReady: boolean, reload: () => void): void {
  const missing = useAtomValue(unloadedTimesheetItemIdsAtom(key))
  const again = useEffectEvent(reload)
  useEffect(() => {
    if (missing !== '' && isReady) again()
  }, [missing, isReady])
}

function Waiting() {
  return (
    <div aria-busy className="mx-auto flex w-full max-w-270 flex-col gap-5 p-4 sm:px-8 sm:py-6">
      <Skeleton className="w-1/4" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
    </div>
  )
}

const anywhere = { workspace_search: 'true' } as const

/** Adds a row for another item, found by name or key in any project. */
function AddItem({ onAdd }: { onAdd: (id: string) => void }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timed = useAtomValue(projectsWithTimeTrackingAtom)
  const [project] = timed

  async function add(found: Pick<FoundItem, 'id' | 'project_id'>): Promise<void> {
    if (!timed.some(({ id }) => id === found.project_id)) return void toast.error(t('time.notTracked'))
    try {
      await readWorkItem(found.project_id, found.id)
      onAdd(found.id)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast.error(t('time.notAdded'), { text: t('shell.refusedServer') })
    }
  }

  return (
    <>
      <Button icon={<ListPlus />} onClick={(event) => setAnchor(event.currentTarget)}>
        {t('time.addItem')}
      </Button>
      {anchor !== null && project && (
        <ItemPicker
          item={{ project_id: project.id }}
          searchQuery={anywhere}
          label={t('time.addItem')}
          emptyText={t('time.noItems')}
          anchor={anchor}
          onPick={(found) => void add(found)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
