import { tidyFiles } from '../assets/tidy-files.ts'
import { runAutomations } from '../automations/run.ts'
import { keepCyclesAhead } from '../cycles/automatic.ts'
import { freezeCycles } from '../cycles/freeze-ended.ts'
import { makeExport, removeExports } from '../exports/make-export.ts'
import { wakeSnoozed } from '../intake/wake.ts'
import { readPage } from '../links/read-page.ts'
import { sendMail } from '../mail/send-mail.ts'
import { tidyUp } from '../maintenance.ts'
import { remindOfDueDates } from '../notifications/due-reminders.ts'
import { mailNotifications } from '../notifications/mail.ts'
import { wakeNotifications } from '../notifications/wake.ts'
import { importPages, removePageImports } from '../page-imports/import-pages.ts'
import { purgeProjects } from '../projects/purge.ts'
import { pushNotifications } from '../push/push.ts'
import { sendPush } from '../push/send-push.ts'
import { readQuickPage } from '../quick-links/read-page.ts'
import { indexBacklog } from '../search/backlog.ts'
import { deliverWebhook } from '../webhooks/deliver.ts'
import { purgeWorkspaces } from '../workspaces/purge.ts'
import type { Job } from './job.ts'

/** Every job there is, one line each. */
export const jobs: Job[] = [
  sendMail,
  readPage,
  readQuickPage,
  tidyUp,
  tidyFiles,
  purgeWorkspaces,
  purgeProjects,
  freezeCycles,
  keepCyclesAhead,
  runAutomations,
  wakeSnoozed,
  indexBacklog,
  wakeNotifications,
  mailNotifications,
  pushNotifications,
  sendPush,
  remindOfDueDates,
  deliverWebhook,
  makeExport,
  removeExports,
  importPages,
  removePageImports,
]
