import type { EntityManager } from '@mikro-orm/postgresql'
import { isInQuietHours } from '#common/personal/notifications/rules.ts'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { runSequentially } from '../../platform/jobs/run-sequentially.ts'
import { sendMailJob } from '../../platform/mail/send-mail.ts'
import { composeNotificationEmail } from './compose-email.ts'
import { formatTimeInZone, takeDueNotificationBatches } from './take-batches.ts'

/** Runs every five minutes. Events that the receiver has not read are emailed, one email for each item. */
export const mailNotificationsJob: Job = {
  name: 'mail-notifications',
  cron: '*/5 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 280,
  run: (_, ports) => mailAllNotifications(ports),
}

type Ports = Pick<JobPorts, 'orm' | 'config' | 'enqueue'>

/**
 * Emails the pending notifications. Each receiver gets one transaction, which also enqueues the emails. `now`
 * is compared with quiet hours.
 */
export async function mailAllNotifications(ports: Ports, now = new Date()): Promise<void> {
  const waiting = await query(ports.orm.em.fork())
    .selectFrom('notification_receipts as r')
    .innerJoin('users as u', 'u.id', 'r.receiver')
    .leftJoin('profiles as f', 'f.user_id', 'u.id')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.user_timezone as timezone',
      (eb) => eb.fn.coalesce('f.language', eb.val('en')).as('language'),
      'p.quiet_from',
      'p.quiet_to',
    ])
    .distinct()
    .where('r.unmailed_since', 'is not', null)
    .execute()
  await runSequentially(waiting, async ({ quiet_from, quiet_to, ...receiver }) => {
    if (isInQuietHours({ quiet_from, quiet_to }, formatTimeInZone(receiver.timezone, now))) return
    await ports.orm.em.fork().transactional(async (transaction) => {
      const em = transaction as EntityManager
      for (const batch of await takeDueNotificationBatches(em, receiver.id, 'mail'))
        await ports.enqueue(em, sendMailJob, composeNotificationEmail(ports.config, receiver, batch))
    })
  })
}
