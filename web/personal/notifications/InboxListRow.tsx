import { useAtomValue } from 'jotai'
import { Archive, ArchiveRestore, AtSign, Clock, FileText, FolderKanban, Mail, MailOpen } from 'lucide-react'
import { Link } from 'react-router'
import { isSnoozed } from '#common/personal/notifications/rules.ts'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { VisitorBadge } from '../../platform/person/VisitorBadge.tsx'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { archiveInboxNotification, setNotificationRead, unarchiveInboxNotification } from './actions.ts'
import {
  formatDateTime,
  lastCommentEventOf,
  latestEventText,
  notificationSubjectLabel,
  notificationTitleOf,
} from './event-text.ts'

interface InboxListRowProps {
  row: NotificationRow
  isChosen: boolean
  to: string
}

/** A row of the list of notifications: subject, actor, event and time. */
export function InboxListRow({ row, isChosen, to }: InboxListRowProps) {
  const { t, i18n } = useTranslation()
  const item = useAtomValue(tables.work_items.rowAtom(row.entity_identifier))
  const page = useAtomValue(tables.pages.rowAtom(row.entity_identifier))
  const project = useAtomValue(tables.projects.rowAtom(row.entity_identifier))
  const person = useAtomValue(tables.users.rowAtom(row.triggered_by ?? ''))
  const isUnread = row.read_at === null
  const name = displayNameOf(person) ?? t(row.triggered_by === null ? 'inbox.nobody' : 'inbox.somebody')
  const quote = lastCommentEventOf(row)?.issue_comment
  const whole = new Date(row.created_at).toLocaleString(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  return (
    <div
      className={cx('group/line relative border-b border-line', isChosen ? 'bg-active' : 'hover:bg-hover')}
    >
      <Link
        replace
        to={to}
        data-notification={row.id}
        aria-current={isChosen ? 'true' : undefined}
        className="flex gap-2.5 px-3 py-2.5 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
      >
        <Face row={row} name={name} src={person?.avatar_url ?? null} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className={cx('truncate', isUnread ? 'font-strong' : 'font-medium text-soft')}>
              {(item ?? page ?? project)?.name || notificationTitleOf(row)}
            </span>
            <time
              dateTime={row.woke_at ?? row.created_at}
              title={whole}
              className="ms-auto shrink-0 text-xs text-faint tabular"
            >
              {timeAgo(row.woke_at ?? row.created_at, i18n.language)}
            </time>
          </span>
          <span dir="auto" className="line-clamp-2 text-sm text-soft">
            <span className="font-medium">{name}</span> {latestEventText(row)}{' '}
            <VisitorBadge id={row.triggered_by} />
          </span>
          {quote !== null && quote !== '' && (
            <span dir="auto" className="line-clamp-2 border-s-2 border-line ps-2 text-sm text-faint">
              {quote}
            </span>
          )}
          <Marks row={row} />
        </span>
      </Link>
      <LineActions row={row} />
    </div>
  )
}

function Face({ row, name, src }: { row: NotificationRow; name: string; src: string | null }) {
  return (
    <span className="relative mt-0.5 shrink-0 self-start">
      <Avatar id={row.triggered_by ?? ''} name={name} src={src} size="sm" decorative />
      {row.is_mentioned_notification && (
        <span className="absolute -end-1 -bottom-1 grid size-3.5 place-items-center rounded-full bg-accent text-on-accent [&>svg]:size-2.5">
          <AtSign aria-hidden />
        </span>
      )}
    </span>
  )
}

/** The item key and the status icons of a notification. */
function Marks({ row }: { row: NotificationRow }) {
  const { t } = useTranslation()
  const isUnread = row.read_at === null
  return (
    <span className="flex h-4.5 items-center gap-2 text-xs text-faint">
      {row.entity_name === 'page' ? (
        <span className="flex items-center gap-1 [&>svg]:size-3">
          <FileText aria-hidden /> {t('inbox.page')}
        </span>
      ) : row.entity_name === 'project' ? (
        <span className="flex items-center gap-1 [&>svg]:size-3">
          <FolderKanban aria-hidden /> {t('properties.project')}
        </span>
      ) : (
        <span className="tabular">{notificationSubjectLabel(row)}</span>
      )}
      {isSnoozed(row, Date.now()) && (
        <Badge tone="warn">{t('inbox.until', { when: formatDateTime(row.snoozed_till ?? '') })}</Badge>
      )}
      {row.woke_at !== null && isUnread && (
        <span className="flex items-center gap-1 text-accent-text [&>svg]:size-3">
          <Clock aria-hidden /> {t('inbox.wokeUp')}
        </span>
      )}
      {isUnread && (
        <span className="ms-auto size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t('inbox.isUnread')}</span>
        </span>
      )}
    </span>
  )
}

/** The actions on a notification, which appear on hover. */
function LineActions({ row }: { row: NotificationRow }) {
  const { t } = useTranslation()
  const isUnread = row.read_at === null
  const isArchived = row.archived_at !== null
  return (
    <span className="absolute end-2 bottom-1.5 flex gap-0.5 rounded-md bg-raised opacity-0 shadow-knob group-hover/line:opacity-100 focus-within:opacity-100 coarse:hidden">
      <IconButton
        size="sm"
        label={t(isUnread ? 'inbox.read' : 'inbox.unread')}
        icon={isUnread ? <MailOpen /> : <Mail />}
        onClick={() => void setNotificationRead(row, isUnread)}
      />
      <IconButton
        size="sm"
        label={t(isArchived ? 'inbox.unarchive' : 'inbox.archive')}
        icon={isArchived ? <ArchiveRestore /> : <Archive />}
        onClick={() => void (isArchived ? unarchiveInboxNotification(row) : archiveInboxNotification(row))}
      />
    </span>
  )
}
