import type { NotificationEvent } from '#common/personal/notifications/schema.ts'
import { createActivityDescriber } from '#common/work/activities/activity-describer.ts'
import { getTranslator } from '../../platform/locales.ts'

/**
 * Describes an event in the receiver's language, with the same sentences as the history on the screen. `receiver` is
 * the id of the user who reads it.
 */
export function describeNotificationEvent(
  happened: NotificationEvent,
  receiver: string,
  language: string,
): string {
  const { tag, t } = getTranslator(language)
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  return createActivityDescriber({ say: t, day: (day) => dates.format(new Date(day)) })(happened, receiver)
}
