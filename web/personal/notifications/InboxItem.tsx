import { useAtomValue } from 'jotai'
import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Mail,
  MailOpen,
  Maximize2,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isSnoozed } from '#common/personal/notifications/rules.ts'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { useTypingPresence } from '../../documents/comments/typing.ts'
import { DocumentSaveStatus } from '../../documents/editor/DocumentSaveStatus.tsx'
import type { DocumentState } from '../../documents/editor/status.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { NotLoadedError } from '../../platform/shell/NotLoadedError.tsx'
import { PresenceAvatars } from '../../platform/shell/PresenceAvatars.tsx'
import { usePresence } from '../../platform/shell/presence.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { IntakeItemNotice } from '../../work/detail/IntakeItemNotice.tsx'
import { PeekSkeleton } from '../../work/detail/Peek.tsx'
import { useLoadMissingItem } from '../../work/detail/use-load-missing-item.ts'
import { WorkItemDetail } from '../../work/detail/WorkItemDetail.tsx'
import { getItemPath } from '../../work/work-items/actions.ts'
import {
  archiveInboxNotification,
  setNotificationRead,
  snoozeNotification,
  unarchiveInboxNotification,
} from './actions.ts'
import {
  notificationPagePath,
  notificationProjectPath,
  notificationSubjectLabel,
  notificationTitleOf,
} from './event-text.ts'
import { InboxPageNotification } from './InboxPageNotification.tsx'
import { InboxProjectNotification } from './InboxProjectNotification.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { loadNotification } from './use-inbox.ts'

interface InboxItemProps {
  id: string
  previous: string | null
  next: string | null
  onOpen: (id: string | null) => void
}

/** The item, page or project of a notification, with the actions of the notification. */
export function InboxItem({ id, previous, next, onOpen }: InboxItemProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.notifications.rowAtom(id))
  const status = useMissingNotification(id, row !== undefined)
  const item = useAtomValue(tables.work_items.rowAtom(row?.entity_identifier ?? ''))
  const [document, setDocument] = useState<DocumentState>({ status: 'connecting', reason: null })
  const gone = (
    <NotFoundState
      title={t('inbox.gone')}
      text={t('inbox.goneText')}
      action={<Button onClick={() => onOpen(next ?? previous)}>{t('inbox.next')}</Button>}
    />
  )
  return (
    <section
      aria-label={item?.name ?? (row ? notificationTitleOf(row) : t('inbox.list'))}
      className="flex h-full min-h-0 flex-col"
    >
      <Head {...{ row, previous, next, onOpen, document }} />
      <div data-takes-files className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-180 flex-col gap-4 px-5 py-6 sm:px-8">
          {row === undefined ? (
            status === 'gone' ? (
              gone
            ) : (
              <PeekSkeleton />
            )
          ) : row.entity_name === 'page' ? (
            <InboxPageNotification row={row} />
          ) : row.entity_name === 'project' ? (
            <InboxProjectNotification row={row} />
          ) : (
            <NotifiedWorkItem row={row} gone={gone} onStatus={setDocument} />
          )}
        </div>
      </div>
    </section>
  )
}

interface NotifiedWorkItemProps {
  row: NotificationRow
  gone: ReactNode
  onStatus: (state: DocumentState) => void
}

function NotifiedWorkItem({ row, gone, onStatus }: NotifiedWorkItemProps) {
  const item = useAtomValue(tables.work_items.rowAtom(row.entity_identifier))
  const missing = useLoadMissingItem(row.entity_identifier, row.project_id ?? '', item)
  if (missing.status === 'gone') return gone
  if (missing.status === 'error' && item === undefined) return <NotLoadedError onRetry={missing.retry} />
  if (item === undefined) return <PeekSkeleton />
  return (
    <>
      {isIntakeItemInTriage(item) && <IntakeItemNotice row={item} />}
      <WorkItemDetail key={item.id} row={item} onStatus={onStatus} />
    </>
  )
}

interface HeadProps extends Omit<InboxItemProps, 'id'> {
  row: NotificationRow | undefined
  document: DocumentState
}

function Head({ row, previous, next, onOpen, document }: HeadProps) {
  const { t } = useTranslation()
  const item = row?.entity_name === 'issue' ? row.entity_identifier : undefined
  const viewers = usePresence(item === undefined ? null : `work_item:${item}`, useTypingPresence(item))
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-1.5 border-b border-line px-3 py-1.5 coarse:min-h-14">
      <IconButton
        className="md:hidden"
        label={t('inbox.back_to_list')}
        icon={<ArrowLeft />}
        onClick={() => onOpen(null)}
      />
      <IconButton
        label={t('inbox.previous')}
        keys="k"
        icon={<ChevronUp />}
        disabled={previous === null}
        onClick={() => onOpen(previous)}
      />
      <IconButton
        label={t('inbox.next')}
        keys="j"
        icon={<ChevronDown />}
        disabled={next === null}
        onClick={() => onOpen(next)}
      />
      {row && (
        <span className={cx('text-faint tabular', row.entity_name === 'issue' ? 'shrink-0' : 'truncate')}>
          {notificationSubjectLabel(row)}
        </span>
      )}
      <span className="ms-auto flex min-w-0 items-center gap-1.5">
        <span className="flex items-center gap-2 max-sm:hidden">
          <DocumentSaveStatus {...document} />
          <PresenceAvatars people={viewers} />
        </span>
        {row && <ItemActions row={row} onDone={() => onOpen(next ?? previous)} />}
      </span>
    </header>
  )
}

/** Actions of the notification, as buttons and shortcuts. */
function ItemActions({ row, onDone }: { row: NotificationRow; onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isSnoozing, setIsSnoozing] = useState(false)
  const group = t('inbox.title')
  const isRead = row.read_at !== null
  const isArchived = row.archived_at !== null
  const put = () => {
    void (isArchived ? unarchiveInboxNotification(row) : archiveInboxNotification(row))
    onDone()
  }
  const path = usePathOfNotification(row)
  const canOpen = path !== null
  const open = () => path !== null && void navigate(path)
  const openWords = t(openWordsKeys[row.entity_name])
  const toggle = () => void setNotificationRead(row, !isRead)
  const archiveWords = t(isArchived ? 'inbox.unarchive' : 'inbox.archive')
  const readWords = t(isRead ? 'inbox.unread' : 'inbox.read')
  useHotkey('e', put, { group, description: archiveWords })
  useHotkey('u', toggle, { group, description: readWords })
  useHotkey('h', () => setIsSnoozing(true), { group, description: t('inbox.snooze') })
  useHotkey('o', open, { enabled: canOpen, group, description: openWords })
  return (
    <>
      <IconButton label={readWords} keys="u" icon={isRead ? <Mail /> : <MailOpen />} onClick={toggle} />
      <SnoozeMenu
        isSnoozed={isSnoozed(row, Date.now())}
        open={isSnoozing}
        onOpenChange={setIsSnoozing}
        onChoose={(till) => {
          void snoozeNotification(row, till)
          if (till !== null) onDone()
        }}
      />
      <IconButton
        label={archiveWords}
        keys="e"
        icon={isArchived ? <ArchiveRestore /> : <Archive />}
        onClick={put}
      />
      <IconButton label={openWords} keys="o" icon={<Maximize2 />} disabled={!canOpen} onClick={open} />
    </>
  )
}

const openWordsKeys = {
  issue: 'inbox.openItem',
  page: 'inbox.openPage',
  project: 'inbox.openProject',
} as const

/** Returns the path of the item, page or project. It is null while the item is not loaded. */
function usePathOfNotification(row: NotificationRow): string | null {
  const item = useAtomValue(tables.work_items.rowAtom(row.entity_identifier))
  if (row.entity_name === 'page') return notificationPagePath(row)
  if (row.entity_name === 'project') return notificationProjectPath(row)
  return item === undefined ? null : getItemPath(item)
}

/** Loads a notification that is not in the list, for example from a link. */
function useMissingNotification(id: string, isKnown: boolean): 'loading' | 'gone' {
  const [status, setStatus] = useState<'loading' | 'gone'>('loading')
  useEffect(() => {
    if (isKnown) return
    let isWanted = true
    loadNotification(id).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      if (isWanted) setStatus('gone')
    })
    return () => {
      isWanted = false
    }
  }, [id, isKnown])
  return status
}
