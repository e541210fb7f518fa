import { Link } from 'react-router'
import type { Activity } from '#common/work/activities/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { describeActivity } from '../../work/detail/activity/describe-activity.ts'

/** A row for one activity. It shows the item, the change and the time. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const { i18n } = useTranslation()
  const { issue_detail, project_detail, created_at } = activity
  const key = `${project_detail.identifier}-${issue_detail.sequence_id}`
  const whole = new Date(created_at).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-2 text-sm last:border-0">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Link
          to={`/${currentSlug()}/browse/${key}`}
          dir="auto"
          className="font-medium text-text underline-offset-2 hover:underline"
        >
          <span className="text-soft tabular">{key}</span> {issue_detail.name}
        </Link>{' '}
        <span className="text-soft">{describeActivity(activity)}</span>
      </span>
      <time dateTime={created_at} title={whole} className="shrink-0 text-faint">
        {timeAgo(created_at, i18n.language)}
      </time>
    </li>
  )
}
