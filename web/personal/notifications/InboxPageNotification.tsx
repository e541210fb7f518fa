import { useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { NotifiedThreads } from '../../pages/pages/comments/NotifiedThreads.tsx'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { getMyId } from '../../platform/person/me.ts'
import { useReportViewedRow } from '../../platform/shell/use-report-viewed-row.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { cx } from '../../platform/ui/cx.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { describeActivity } from '../../work/detail/activity/describe-activity.ts'
import { notificationPagePath, notificationTitleOf } from './event-text.ts'

/**
 * Shows a notification about a page, with the threads of its comments and a link to the page. Unlike a work item, a
 * page is not shown inside the inbox.
 */
export function InboxPageNotification({ row }: { row: NotificationRow }) {
  const { t, i18n } = useTranslation()
  const page = useAtomValue(tables.pages.rowAtom(row.entity_identifier))
  const person = useAtomValue(tables.users.rowAtom(row.triggered_by ?? ''))
  const name = displayNameOf(person) ?? t('inbox.somebody')
  const title = page?.name || notificationTitleOf(row)
  const comments = row.data.issue_activities.filter(({ issue_comment }) => issue_comment)
  useReportViewedRow(row.entity_identifier)
  return (
    <>
      <h2 className="flex items-center gap-2 text-xl font-strong">
        {page && <ProjectLogo logo={page.logo_props} name={title} fallback={<FileText />} />}
        <span dir="auto" className="min-w-0 break-words">
          {title}
        </span>
      </h2>
      <ul className="flex flex-col gap-4">
        {row.data.issue_activities.map((one) => (
          <li key={`${one.id} ${one.field} ${one.created_at}`} className="flex flex-col gap-1">
            <span className="text-sm text-soft">
              <span className="font-medium">{name}</span> {describeActivity(one, getMyId())}{' '}
              <time dateTime={one.created_at} className="text-xs text-faint tabular">
                {timeAgo(one.created_at, i18n.language)}
              </time>
            </span>
          </li>
        ))}
      </ul>
      {comments.length > 0 && (
        <NotifiedThreads
          pageId={row.entity_identifier}
          projectId={row.project_id}
          commentIds={comments.map(({ id }) => id)}
          fallback={comments.map(({ id, issue_comment }) => (
            <blockquote key={id} dir="auto" className="border-s-2 border-line ps-3 whitespace-pre-line">
              {issue_comment}
            </blockquote>
          ))}
        />
      )}
      <Link className={cx(buttonClass({ variant: 'primary' }), 'self-start')} to={notificationPagePath(row)}>
        {t('inbox.openPage')}
      </Link>
    </>
  )
}
