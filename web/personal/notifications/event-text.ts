import type { NotificationEvent, NotificationRow } from '#common/personal/notifications/schema.ts'
import { currentLanguageTag, t } from '../../locales/i18n.ts'
import { pagePath } from '../../pages/pages/paths.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, projectKeyPrefix } from '../../platform/shell/workspace.ts'
import { mergeActivityRecord } from '../../work/detail/activity/activity-groups.ts'
import { describeActivity } from '../../work/detail/activity/describe-activity.ts'

/** Returns the key of the item, or the name of the page or project. */
export function notificationSubjectLabel({ project_id, data }: NotificationRow): string {
  const { issue } = data
  if (issue === undefined) return notificationTitleOf({ data })
  return `${projectKeyPrefix(project_id ?? '') || issue.identifier}-${issue.sequence_id}`
}

/** Returns the name of the item, page or project at the time of the notification. */
export function notificationTitleOf({
  data,
}: {
  data: Pick<NotificationRow['data'], 'issue' | 'page' | 'project'>
}): string {
  return (data.issue ?? data.page ?? data.project)?.name || t('pages.untitled')
}

/**
 * Returns the path of the notification's page. If the notification contains a comment, the path leads to the
 * last comment.
 */
export function notificationPagePath(row: NotificationRow): string {
  const comment = lastCommentEventOf(row)
  const path = pagePath(row.project_id, row.entity_identifier)
  return comment === undefined ? path : `${path}#comment-${comment.id}`
}

/** Returns the path of the board of the notification's project. */
export function notificationProjectPath({ entity_identifier }: NotificationRow): string {
  return `/${currentSlug()}/projects/${entity_identifier}/issues`
}

/**
 * Returns a description of the latest event, which the UI shows after the name of the actor. Changes of the
 * same field are merged. If there are further events, their number is added.
 */
export function latestEventText({ data }: NotificationRow): string {
  const merged = data.issue_activities.reduce<NotificationEvent[]>(mergeActivityRecord, [])
  const last = merged.at(-1) ?? data.issue_activity
  const words = describeActivity(last, getMyId())
  const more = data.count - 1 - (data.issue_activities.length - Math.max(1, merged.length))
  return more > 0 ? t('inbox.andMore', { words, count: more }) : words
}

/** Returns the latest event with a comment, if any. */
export function lastCommentEventOf({ data }: NotificationRow): NotificationEvent | undefined {
  return data.issue_activities.findLast(({ issue_comment }) => issue_comment)
}

/** Formats a time in the form `Tue 24 Nov, 09:00`. */
export function formatDateTime(moment: string): string {
  return new Date(moment).toLocaleString(currentLanguageTag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
}
