import { documentKinds } from '#common/documents/content/names.ts'
import { auditRetentionDays } from '#common/organization/audit/rules.ts'
import { webhookLogRetentionDays } from '#common/sharing/webhooks/rules.ts'
import { gitDeliveryRetentionDays } from '#common/work/git/rules.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { purgeTrashedDocuments } from './documents/content/delete-owners.ts'
import { deleteUpdatesWithoutOwner } from './documents/content/log.ts'
import { purgeCyclesAndModules } from './planning/cycles-and-modules/purge.ts'
import { purgeEstimates } from './planning/estimates/purge.ts'
import type { Job } from './platform/context/job.ts'
import { type Orm, query } from './platform/db/orm.ts'
import { purgeChanges, purgeIdempotencyRecords } from './platform/feed/purge.ts'
import { jobFailureRetentionDays } from './platform/jobs/failures.ts'
import { purgeWebhookLogs } from './sharing/webhooks/purge.ts'
import { purgeGitDeliveries } from './work/git/purge.ts'
import { purgeWorklogs } from './work/worklogs/purge.ts'

const day = 86_400_000
/**
 * Days for which changes are stored. A client that was offline for longer reloads everything, which is faster
 * than receiving all changes.
 */
const daysOfChanges = 14
/**
 * Days after which changes are deleted even if a feed reader (such as webhooks or search) has not processed
 * them. Otherwise a feed reader that is stuck would fill the disk.
 */
const daysOfUnreadChanges = 60
/**
 * Days for which responses to writes are stored. After that time, a client that resends a write may execute it
 * twice.
 */
const daysOfAnswers = 7
/** Days until items in the trash are purged. Users can restore them during the first 30 days. */
const daysInTrash = 60
/**
 * Maximum bytes of stored responses per user, which is usually enough for tens of thousands of responses. Without
 * the limit, a script that writes all day would fill the disk.
 */
const answerBytesOfPerson = 32 * 1024 * 1024

/** Deletes expired data every hour. A failed run is not retried. */
export const hourlyCleanupJob: Job = {
  name: 'tidy-up',
  cron: '20 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  run: (_, { orm }) => deleteExpiredRows(orm),
}

/**
 * Hourly job that deletes expired rows: sessions, secrets, old changes, stored responses, audit entries, webhook
 * deliveries and items in the trash. It also deletes documents whose page or item no longer exists.
 */
export async function deleteExpiredRows(orm: Orm): Promise<void> {
  const db = query(orm.em.fork())
  const now = new Date()
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db.deleteFrom('mailed_secrets').where('expires_at', '<', now).execute()
  await db.deleteFrom('provider_sign_ins').where('expires_at', '<', now).execute()
  await db.deleteFrom('offered_accounts').where('expires_at', '<', now).execute()
  await db.deleteFrom('github_authorizations').where('expires_at', '<', now).execute()
  await db.deleteFrom('passkey_questions').where('expires_at', '<', now).execute()
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<', now).execute()
  await purgeChanges(orm.em.fork(), daysBefore(now, daysOfChanges), daysBefore(now, daysOfUnreadChanges))
  for (const comments of ['work_item_comments', 'page_comments'] as const)
    await db
      .updateTable(comments)
      .set({ removed: null })
      .where('removed_at', '<', new Date(oldestRestorableDeletion(now.getTime())))
      .where('removed', 'is not', null)
      .execute()
  await db
    .deleteFrom('work_item_templates')
    .where('deleted_at', '<', new Date(oldestRestorableDeletion(now.getTime())))
    .execute()
  await purgeCyclesAndModules(orm.em.fork(), new Date(oldestRestorableDeletion(now.getTime())))
  await purgeEstimates(orm.em.fork(), new Date(oldestRestorableDeletion(now.getTime())))
  await purgeWorklogs(orm.em.fork(), new Date(oldestRestorableDeletion(now.getTime())))
  for (const kind of documentKinds)
    await purgeTrashedDocuments(orm.em.fork(), kind, daysBefore(now, daysInTrash))
  await purgeWebhookLogs(orm.em.fork(), daysBefore(now, webhookLogRetentionDays))
  await purgeGitDeliveries(orm.em.fork(), daysBefore(now, gitDeliveryRetentionDays))
  await db.deleteFrom('audit_records').where('created_at', '<', daysBefore(now, auditRetentionDays)).execute()
  await db
    .deleteFrom('job_failures')
    .where('failed_at', '<', daysBefore(now, jobFailureRetentionDays))
    .execute()
  await deleteUpdatesWithoutOwner(orm.em.fork(), daysBefore(now, 1))
  await purgeIdempotencyRecords(orm.em.fork(), daysBefore(now, daysOfAnswers), answerBytesOfPerson)
}

function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * day)
}
