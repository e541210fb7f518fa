import { unsentTextsFeature } from './documents/editor/unsent/feature.ts'
import { apiTokensFeature } from './identity/api-tokens/feature.tsx'
import { instanceFeature } from './operation/instance/feature.tsx'
import { auditFeature } from './organization/audit/feature.tsx'
import { favoritesFeature } from './organization/favorites/feature.ts'
import { projectsFeature } from './organization/projects/feature.tsx'
import { serviceAccountsFeature } from './organization/service-accounts/feature.tsx'
import { membersFeature } from './organization/workspaces/feature.tsx'
import { pagesFeature } from './pages/pages/feature.tsx'
import { templatesFeature } from './pages/templates/feature.tsx'
import { accountFeature } from './personal/account/feature.tsx'
import { homeFeature } from './personal/home/feature.tsx'
import { notificationsFeature } from './personal/notifications/feature.tsx'
import { profilesFeature } from './personal/profiles/feature.tsx'
import { quickLinksFeature } from './personal/quick-links/feature.tsx'
import { searchFeature } from './personal/search/feature.tsx'
import { stickiesFeature } from './personal/stickies/feature.tsx'
import { analyticsFeature } from './planning/analytics/feature.tsx'
import { cyclesFeature } from './planning/cycles/feature.tsx'
import { dashboardsFeature } from './planning/dashboards/feature.tsx'
import { epicsFeature } from './planning/epics/feature.tsx'
import { estimatesFeature } from './planning/estimates/feature.tsx'
import { intakeFeature } from './planning/intake/feature.tsx'
import { modulesFeature } from './planning/modules/feature.tsx'
import { projectUpdatesFeature } from './planning/project-updates/feature.tsx'
import type { Feature } from './platform/shell/feature.ts'
import { calendarFeedsFeature } from './sharing/calendar-feeds/feature.tsx'
import { exportsFeature } from './sharing/exports/feature.tsx'
import { itemImportsFeature } from './sharing/item-imports/feature.tsx'
import { publishFeature } from './sharing/publish/feature.tsx'
import { chatTargetsFeature } from './sharing/webhooks/chat-targets/feature.tsx'
import { webhooksFeature } from './sharing/webhooks/feature.tsx'
import { integrationsFeature } from './sharing/webhooks/integrations/feature.tsx'
import { teamspacesFeature } from './teams/teamspaces/feature.tsx'
import { automationsFeature } from './work/automations/feature.tsx'
import { gitFeature } from './work/git/feature.tsx'
import { labelsFeature } from './work/labels/feature.tsx'
import { remindersFeature } from './work/reminders/feature.ts'
import { draftsFeature } from './work/screens/drafts-feature.tsx'
import { workItemsFeature } from './work/screens/feature.tsx'
import { statesFeature } from './work/states/feature.tsx'
import { viewsFeature } from './work/views/feature.tsx'
import { worklogsFeature } from './work/worklogs/feature.tsx'

/** All features, in the order of the sidebar. */
export const features: readonly Feature[] = [
  homeFeature,
  notificationsFeature,
  workItemsFeature,
  profilesFeature,
  analyticsFeature,
  dashboardsFeature,
  teamspacesFeature,
  stickiesFeature,
  draftsFeature,
  templatesFeature,
  epicsFeature,
  projectUpdatesFeature,
  cyclesFeature,
  modulesFeature,
  statesFeature,
  labelsFeature,
  estimatesFeature,
  automationsFeature,
  gitFeature,
  publishFeature,
  worklogsFeature,
  remindersFeature,
  viewsFeature,
  pagesFeature,
  intakeFeature,
  favoritesFeature,
  projectsFeature,
  membersFeature,
  quickLinksFeature,
  searchFeature,
  accountFeature,
  apiTokensFeature,
  auditFeature,
  serviceAccountsFeature,
  webhooksFeature,
  chatTargetsFeature,
  integrationsFeature,
  calendarFeedsFeature,
  exportsFeature,
  itemImportsFeature,
  instanceFeature,
  unsentTextsFeature,
]
