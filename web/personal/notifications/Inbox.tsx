import { useAtomValue } from 'jotai'
import { Bell, CheckCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { NotificationFilter } from '#common/personal/notifications/rules.ts'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { markAllInboxRead } from './actions.ts'
import { unreadCountsAtom, unreadTotalAtom } from './counts.ts'
import { lastCommentEventOf } from './event-text.ts'
import { InboxFilterMenu } from './InboxFilterMenu.tsx'
import { InboxItem } from './InboxItem.tsx'
import { InboxListRow } from './InboxListRow.tsx'
import { type InboxTab, inboxPath } from './paths.ts'
import { useInboxNotifications } from './use-inbox.ts'

type Filters = Pick<NotificationFilter, 'which' | 'types'>

const noFilters: Filters = { which: 'all', types: [] }

/** Inbox: the list of notifications, with the selected item next to it. */
export function Inbox() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const tab: InboxTab = search.get('tab') === 'mentions' ? 'mentions' : 'all'
  const id = search.get('id')
  const [filters, setFilters] = useState(noFilters)
  const shown = { ...filters, mentioned: tab === 'mentions' }
  const read = useInboxNotifications(shown, id)
  const pathTo = (next: string | null) => {
    const row = read.rows.find((one) => one.id === next)
    return inboxPath(tab, next, row && lastCommentEventOf(row)?.id)
  }
  const open = (next: string | null) => void navigate(pathTo(next), { replace: true })
  // A changed filter closes the open notification, which belongs to the previous list.
  const filter = (to: (before: Filters) => Filters) => {
    setFilters(to)
    open(null)
  }
  const goTo = (next: InboxTab) => void navigate(inboxPath(next, null), { replace: true })
  const steps = useNeighbors(read.rows, id)
  useStepKeys(steps, open)
  const group = t('inbox.title')
  useHotkey('1', () => goTo('all'), { group, description: t('inbox.toAll') })
  useHotkey('2', () => goTo('mentions'), { group, description: t('inbox.toMentions') })
  return (
    <>
      <TopBar
        title={group}
        crumbs={<Breadcrumbs crumbs={[{ key: 'inbox', label: group }]} />}
        actions={<MarkAllRead tab={tab} />}
      />
      <div className="flex min-h-0 flex-1">
        <section
          aria-label={t('inbox.list')}
          className={cx(
            'flex min-h-0 w-full flex-col border-line md:w-95 md:shrink-0 md:border-e',
            id !== null && 'max-md:hidden',
          )}
        >
          <ListHead tab={tab} onTab={goTo} shown={shown} onFilter={filter} />
          <List tab={tab} id={id} filters={filters} read={read} onClear={() => setFilters(noFilters)} />
        </section>
        <div className={cx('min-w-0 flex-1', id === null && 'max-md:hidden')}>
          {id !== null ? (
            <InboxItem key={id} id={id} previous={steps.previous} next={steps.next} onOpen={open} />
          ) : (
            read.rows.length > 0 && (
              <div className="flex h-full items-center justify-center">
                <EmptyState icon={<Bell />} title={t('inbox.choose')} />
              </div>
            )
          )}
        </div>
      </div>
    </>
  )
}

function MarkAllRead({ tab }: { tab: InboxTab }) {
  const { t } = useTranslation()
  const unread = useAtomValue(unreadCountsAtom)
  const all = useAtomValue(unreadTotalAtom)
  const waiting = tab === 'mentions' ? unread?.mentions : all
  const mark = () => void markAllInboxRead(tab === 'mentions')
  const words = t('inbox.markAllRead')
  useHotkey('shift+u', mark, { enabled: waiting !== 0, group: t('inbox.title'), description: words })
  return (
    <IconButton label={words} keys="shift+u" icon={<CheckCheck />} disabled={waiting === 0} onClick={mark} />
  )
}

interface ListHeadProps {
  tab: InboxTab
  onTab: (tab: InboxTab) => void
  shown: NotificationFilter
  onFilter: (change: (filters: Filters) => Filters) => void
}

function ListHead({ tab, onTab, shown, onFilter }: ListHeadProps) {
  const { t } = useTranslation()
  const unread = useAtomValue(unreadCountsAtom)
  const all = useAtomValue(unreadTotalAtom)
  const [isFiltering, setIsFiltering] = useState(false)
  useHotkey('f', () => setIsFiltering(true), { group: t('inbox.title'), description: t('inbox.filter') })
  const named = (name: 'all' | 'mentions', count = 0) =>
    count === 0 ? t(`inbox.${name}`) : `${t(`inbox.${name}`)} ${count > 99 ? '99+' : count}`
  return (
    <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-b border-line px-3 coarse:h-14">
      <SegmentedControl
        label={t('inbox.tabs')}
        value={tab}
        onChange={onTab}
        options={[
          { value: 'all', label: named('all', all) },
          { value: 'mentions', label: named('mentions', unread?.mentions) },
        ]}
      />
      <InboxFilterMenu
        shown={shown}
        onChange={(change) => onFilter((before) => ({ ...before, ...change }))}
        open={isFiltering}
        onOpenChange={setIsFiltering}
      />
    </div>
  )
}

interface ListProps {
  tab: InboxTab
  id: string | null
  filters: Filters
  read: ReturnType<typeof useInboxNotifications>
  onClear: () => void
}

function List({ tab, id, filters, read: { status, retry, rows, more }, onClear }: ListProps) {
  const { t } = useTranslation()
  if (status === 'error') return <LoadError onRetry={retry} />
  if (status === 'no_access') return <NoAccessState title={t('inbox.noAccessTitle')} />
  if (rows.length === 0)
    return status === 'loading' ? <ListSkeleton /> : <Empty {...{ tab, filters, onClear }} />
  return (
    <VirtualList
      label={t('inbox.list')}
      className="flex-1"
      rows={rows}
      keyOf={keyOfRow}
      rowHeight={74}
      measured
      onNearEnd={more}
      reveal={id}
    >
      {(row) => (
        <InboxListRow
          row={row}
          isChosen={row.id === id}
          to={inboxPath(tab, row.id, lastCommentEventOf(row)?.id)}
        />
      )}
    </VirtualList>
  )
}

function keyOfRow({ id }: NotificationRow): string {
  return id
}

function Empty({ tab, filters, onClear }: Pick<ListProps, 'tab' | 'filters' | 'onClear'>) {
  const { t } = useTranslation()
  const { which, types } = filters
  const action = <Button onClick={onClear}>{t('inbox.clear')}</Button>
  if (which !== 'all')
    return (
      <EmptyState
        icon={<Bell />}
        title={t(`inbox.${which}Title`)}
        text={t(`inbox.${which}Text`)}
        action={action}
      />
    )
  if (types.length > 0 && tab === 'all') return <EmptyState title={t('inbox.noneFits')} action={action} />
  return tab === 'mentions' ? (
    <EmptyState icon={<Bell />} title={t('inbox.mentionsTitle')} text={t('inbox.mentionsText')} />
  ) : (
    <EmptyState icon={<Bell />} title={t('inbox.emptyTitle')} text={t('inbox.emptyText')} />
  )
}

interface Neighbors {
  previous: string | null
  next: string | null
}

/**
 * Returns the notifications before and after the open one. If the open one has left the list, its former
 * position is used.
 */
function useNeighbors(rows: readonly NotificationRow[], id: string | null): Neighbors {
  const last = useRef(0)
  const at = rows.findIndex((row) => row.id === id)
  useEffect(() => {
    if (at >= 0) last.current = at
  }, [at])
  const idAt = (place: number) => rows[place]?.id ?? null
  if (at >= 0) return { previous: idAt(at - 1), next: idAt(at + 1) }
  // If no notification is open, the next notification is the first in the list.
  return id === null
    ? { previous: null, next: idAt(0) }
    : { previous: idAt(last.current - 1), next: idAt(last.current) }
}

function useStepKeys({ previous, next }: Neighbors, open: (id: string) => void): void {
  const { t } = useTranslation()
  const go = (to: string | null) => to !== null && open(to)
  const group = t('inbox.title')
  const forward = { enabled: next !== null, group, description: t('inbox.next') }
  const back = { enabled: previous !== null, group, description: t('inbox.previous') }
  useHotkey('j', () => go(next), forward)
  useHotkey('arrowdown', () => go(next), forward)
  useHotkey('k', () => go(previous), back)
  useHotkey('arrowup', () => go(previous), back)
}
