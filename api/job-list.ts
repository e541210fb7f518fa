import { copyAvatarJob } from './documents/files/copy-avatar.ts'
import { removeUnusedFilesJob } from './documents/files/remove-unused-files.ts'
import { hourlyCleanupJob } from './maintenance.ts'
import { purgeProjectsJob } from './organization/projects/purge.ts'
import { purgeWorkspacesJob } from './organization/workspaces/purge.ts'
import { importPagesJob, removePageImportsJob } from './pages/page-imports/import-job.ts'
import { dueRemindersJob } from './personal/notifications/due-reminders.ts'
import { itemRemindersJob } from './personal/notifications/item-reminders.ts'
import { mailNotificationsJob } from './personal/notifications/mail.ts'
import { pushNotificationsJob } from './personal/notifications/push/push.ts'
import { sendPushJob } from './personal/notifications/push/send-push.ts'
import { unsnoozeNotificationsJob } from './personal/notifications/unsnooze.ts'
import { updateTeamNamesJob } from './personal/notifications/update-team-names.ts'
import { loadQuickLinkPageJob } from './personal/quick-links/load-page-job.ts'
import { indexExistingRowsJob } from './personal/search/backlog.ts'
import { refreshFactsJob } from './planning/analytics/refresh.ts'
import { automaticCyclesJob } from './planning/cycles/automatic.ts'
import { freezeEndedCyclesJob } from './planning/cycles/freeze-ended.ts'
import { unsnoozeIntakeJob } from './planning/intake/wake.ts'
import type { Job } from './platform/context/job.ts'
import { sendMailJob } from './platform/mail/send-mail.ts'
import { createExportFileJob, removeExpiredExportsJob } from './sharing/exports/make-export.ts'
import { importItemsJob, removeItemImportsJob } from './sharing/item-imports/import-job.ts'
import { undoItemImportJob } from './sharing/item-imports/undo-job.ts'
import { deliverWebhook } from './sharing/webhooks/deliver.ts'
import { exportWorkspaceJob, removeWorkspaceExportsJob } from './sharing/workspace-exports/export-job.ts'
import { runAutomationsJob } from './work/automations/run.ts'
import { sendGitIssue } from './work/git/issues/send.ts'
import { sendGitComment } from './work/git/issues/send-comment.ts'
import { processGitDelivery } from './work/git/process.ts'
import { fetchLinkMetadataJob } from './work/links/fetch-metadata-job.ts'

/** All background jobs. A new job needs a line here. */
export const jobs: Job[] = [
  sendMailJob,
  fetchLinkMetadataJob,
  loadQuickLinkPageJob,
  hourlyCleanupJob,
  removeUnusedFilesJob,
  copyAvatarJob,
  purgeWorkspacesJob,
  purgeProjectsJob,
  freezeEndedCyclesJob,
  automaticCyclesJob,
  refreshFactsJob,
  runAutomationsJob,
  unsnoozeIntakeJob,
  indexExistingRowsJob,
  unsnoozeNotificationsJob,
  mailNotificationsJob,
  pushNotificationsJob,
  sendPushJob,
  dueRemindersJob,
  itemRemindersJob,
  updateTeamNamesJob,
  deliverWebhook,
  processGitDelivery,
  sendGitIssue,
  sendGitComment,
  createExportFileJob,
  removeExpiredExportsJob,
  exportWorkspaceJob,
  removeWorkspaceExportsJob,
  importPagesJob,
  removePageImportsJob,
  importItemsJob,
  undoItemImportJob,
  removeItemImportsJob,
]
