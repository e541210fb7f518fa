import { removeUnusedFilesJob } from './documents/files/tidy-files.ts'
import { dailyCleanupJob } from './maintenance.ts'
import { purgeProjects } from './organization/projects/purge.ts'
import { purgeWorkspaces } from './organization/workspaces/purge.ts'
import { importPages, removePageImports } from './pages/page-imports/import-job.ts'
import { remindOfDueDates } from './personal/notifications/due-reminders.ts'
import { mailNotifications } from './personal/notifications/mail.ts'
import { pushNotifications } from './personal/notifications/push/push.ts'
import { sendPush } from './personal/notifications/push/send-push.ts'
import { unsnoozeNotifications } from './personal/notifications/unsnooze.ts'
import { readQuickPage } from './personal/quick-links/read-page.ts'
import { indexExistingRowsJob } from './personal/search/backlog.ts'
import { automaticCyclesJob } from './planning/cycles/automatic.ts'
import { freezeCycles } from './planning/cycles/freeze-ended.ts'
import { unsnoozeIntakeJob } from './planning/intake/wake.ts'
import type { Job } from './platform/context/job.ts'
import { sendMail } from './platform/mail/send-mail.ts'
import { makeExport, removeExports } from './sharing/exports/make-export.ts'
import { deliverWebhook } from './sharing/webhooks/deliver.ts'
import { runAutomations } from './work/automations/run.ts'
import { processGitDelivery } from './work/git/process.ts'
import { readPage } from './work/links/read-page.ts'

/** All background jobs. A new job needs a line here. */
export const jobs: Job[] = [
  sendMail,
  readPage,
  readQuickPage,
  dailyCleanupJob,
  removeUnusedFilesJob,
  purgeWorkspaces,
  purgeProjects,
  freezeCycles,
  automaticCyclesJob,
  runAutomations,
  unsnoozeIntakeJob,
  indexExistingRowsJob,
  unsnoozeNotifications,
  mailNotifications,
  pushNotifications,
  sendPush,
  remindOfDueDates,
  deliverWebhook,
  processGitDelivery,
  makeExport,
  removeExports,
  importPages,
  removePageImports,
]
