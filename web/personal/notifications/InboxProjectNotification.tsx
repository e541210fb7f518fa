import { useAtomValue } from 'jotai'
import { FolderKanban } from 'lucide-react'
import { Link } from 'react-router'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { cx } from '../../platform/ui/cx.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { latestEventText, notificationProjectPath, notificationTitleOf } from './event-text.ts'

/** Shows that another person has added the user to a project, with a link to the project. */
export function InboxProjectNotification({ row }: { row: NotificationRow }) {
  const { t, i18n } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(row.entity_identifier))
  const person = useAtomValue(tables.users.rowAtom(row.triggered_by ?? ''))
  const title = project?.name ?? notificationTitleOf(row)
  return (
    <>
      <h2 className="flex items-center gap-2 text-xl font-strong">
        {project ? (
          <ProjectLogo logo={project.logo_props} name={title} />
        ) : (
          <FolderKanban className="size-5" aria-hidden />
        )}
        <span dir="auto" className="min-w-0 break-words">
          {title}
        </span>
      </h2>
      <p className="text-sm text-soft">
        <span className="font-medium">{displayNameOf(person) ?? t('inbox.somebody')}</span>{' '}
        {latestEventText(row)}{' '}
        <time dateTime={row.created_at} className="text-xs text-faint tabular">
          {timeAgo(row.created_at, i18n.language)}
        </time>
      </p>
      <Link
        to={notificationProjectPath(row)}
        className={cx(buttonClass({ variant: 'primary' }), 'self-start')}
      >
        {t('inbox.openProject')}
      </Link>
    </>
  )
}
