import type { EntityManager } from '@mikro-orm/postgresql'
import type { PushMessage } from '#common/personal/notifications/push/schema.ts'
import { isInQuietHours } from '#common/personal/notifications/rules.ts'
import { localizedDisplayName } from '../../../identity/users/display-name.ts'
import type { Job, JobPorts } from '../../../platform/context/job.ts'
import { query } from '../../../platform/db/orm.ts'
import { runSequentially } from '../../../platform/jobs/run-sequentially.ts'
import { getTranslator } from '../../../platform/locales.ts'
import { describeNotificationEvent } from '../describe-event.ts'
import { type EventsOfNotifiedObject, formatTimeInZone, takeDueNotificationBatches } from '../take-batches.ts'
import { sendPushJob } from './send-push.ts'

/**
 * Every minute, sends unread events to the browsers of their receivers. A visible tab marks events as read
 * before this job runs, and many events at once become one message.
 */
export const pushNotificationsJob: Job = {
  name: 'push-notifications',
  cron: '* * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 55,
  run: (_, ports) => pushAllNotifications(ports),
}

type Ports = Pick<JobPorts, 'orm' | 'enqueue'>

/**
 * Sends the pending push messages. Each receiver gets one transaction, which also enqueues the messages.
 * `now` is compared with quiet hours.
 */
export async function pushAllNotifications({ orm, enqueue }: Ports, now = new Date()): Promise<void> {
  const waiting = await query(orm.em.fork())
    .selectFrom('notification_receipts as r')
    .innerJoin('users as u', 'u.id', 'r.receiver')
    .leftJoin('profiles as f', 'f.user_id', 'u.id')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select([
      'u.id',
      'u.user_timezone as timezone',
      (eb) => eb.fn.coalesce('f.language', eb.val('en')).as('language'),
      'p.quiet_from',
      'p.quiet_to',
    ])
    .distinct()
    .where('r.unpushed_since', 'is not', null)
    .execute()
  await runSequentially(waiting, async ({ id, timezone, language, quiet_from, quiet_to }) => {
    if (isInQuietHours({ quiet_from, quiet_to }, formatTimeInZone(timezone, now))) return
    await orm.em.fork().transactional(async (transaction) => {
      const em = transaction as EntityManager
      const devices = await query(em)
        .selectFrom('push_devices')
        .select('id')
        .where('user_id', '=', id)
        .execute()
      for (const batch of await takeDueNotificationBatches(em, id, 'push')) {
        const message = messageOf({ id, language }, batch)
        for (const device of devices)
          await enqueue(em, sendPushJob, { receiver: id, push_device_id: device.id, message })
      }
    })
  })
}

/** Builds a push message that describes the latest event and contains the number of the other events. */
function messageOf(
  receiver: { id: string; language: string },
  { subject, happened }: EventsOfNotifiedObject,
): PushMessage {
  const { t } = getTranslator(receiver.language)
  const last = happened.at(-1)
  const more = happened.length - 1
  const words =
    last === undefined
      ? ''
      : `${localizedDisplayName(receiver.language, last.name)} ${describeNotificationEvent(last.one, receiver.id, receiver.language)}`
  const quote = last?.one.issue_comment ? `: ${last.one.issue_comment}` : ''
  return {
    title: subject.title || t('mails.notification.untitled'),
    body:
      more > 0
        ? t('mails.notification.more', { words: `${words}${quote}`, count: more })
        : `${words}${quote}`,
    path: subject.path,
    tag: subject.id,
  }
}
