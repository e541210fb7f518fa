import type { ApiFeature } from './access/requests/mount.ts'
import {
  projectAssetsFeature,
  unsplashFeature,
  uploadsFeature,
  userAssetsFeature,
  workspaceAssetsFeature,
} from './documents/files/routes.ts'
import { apiTokensFeature } from './identity/api-tokens/routes.ts'
import { boardAuthFeature } from './identity/sign-in/providers/board-routes.ts'
import { providersFeature } from './identity/sign-in/providers/routes.ts'
import { authFeature } from './identity/sign-in/routes.ts'
import { twoFactorFeature } from './identity/sign-in/two-factor/routes.ts'
import { usersFeature } from './identity/users/routes.ts'
import { instanceAdminFeature, instanceFeature } from './operation/instance/routes.ts'
import { sampleWorkspaceFeature } from './operation/seed/routes.ts'
import { auditFeature } from './organization/audit/routes.ts'
import { favoriteObjectsFeature, favoritesFeature } from './organization/favorites/routes.ts'
import { ownProjectsFeature, projectMembersFeature, projectsFeature } from './organization/projects/routes.ts'
import { serviceAccountsFeature } from './organization/service-accounts/routes.ts'
import { teamspacesFeature } from './organization/teamspaces/routes.ts'
import {
  invitationsFeature,
  ownWorkspacesFeature,
  workspaceMembersFeature,
  workspacesFeature,
  workspaceThemesFeature,
} from './organization/workspaces/routes.ts'
import { pageCommentsFeature } from './pages/page-comments/routes.ts'
import { pageImportsFeature, workspacePageImportsFeature } from './pages/page-imports/routes.ts'
import {
  pagesFeature,
  pageWatchesFeature,
  syncedBlocksFeature,
  workspacePagesFeature,
} from './pages/pages/routes.ts'
import { recentVisitsFeature } from './pages/recent-visits/routes.ts'
import { templatesFeature, workspaceTemplatesFeature } from './pages/templates/routes.ts'
import { pageVersionsFeature, workspacePageVersionsFeature } from './pages/versions/routes.ts'
import { accountFeature } from './personal/account/routes.ts'
import { homeDashboardFeature } from './personal/home-dashboard/routes.ts'
import { digestFeature } from './personal/notifications/digest/routes.ts'
import { pushFeature } from './personal/notifications/push/routes.ts'
import { notificationPreferencesFeature, notificationsFeature } from './personal/notifications/routes.ts'
import { preferencesFeature } from './personal/preferences/routes.ts'
import { profilesFeature } from './personal/profiles/routes.ts'
import { quickLinksFeature } from './personal/quick-links/routes.ts'
import { searchFeature } from './personal/search/routes.ts'
import { stickiesFeature } from './personal/stickies/routes.ts'
import { analyticsFeature } from './planning/analytics/routes.ts'
import { cyclesFeature, workspaceCyclesFeature } from './planning/cycles/routes.ts'
import { dashboardsFeature } from './planning/dashboards/routes.ts'
import { epicItemsFeature, epicListsFeature, epicsFeature } from './planning/epics/routes.ts'
import { estimatesFeature, workspaceEstimatesFeature } from './planning/estimates/routes.ts'
import { intakeFeature, planeIntakeFeature } from './planning/intake/routes.ts'
import { modulesFeature, workspaceModulesFeature } from './planning/modules/routes.ts'
import { projectUpdatesFeature } from './planning/project-updates/routes.ts'
import { calendarFeedsFeature } from './sharing/calendar-feeds/routes.ts'
import { exportsFeature } from './sharing/exports/routes.ts'
import { itemImportsFeature } from './sharing/item-imports/routes.ts'
import {
  boardListsFeature,
  feedbackFeature,
  publicFilesFeature,
  publicIntakeFeature,
  publishedPagesFeature,
  publishFeature,
} from './sharing/publish/routes.ts'
import { chatTargetsFeature } from './sharing/webhooks/chat-targets/routes.ts'
import { webhooksFeature } from './sharing/webhooks/routes.ts'
import { workspaceExportsFeature } from './sharing/workspace-exports/routes.ts'
import { activitiesFeature, itemSnapshotsFeature } from './work/activities/routes.ts'
import { attachmentsFeature } from './work/attachments/routes.ts'
import { automationsFeature } from './work/automations/routes.ts'
import { commentsFeature } from './work/comments/routes.ts'
import { workItemDetailFeature } from './work/detail/routes.ts'
import { gitFeature } from './work/git/routes.ts'
import { labelsFeature } from './work/labels/routes.ts'
import { linksFeature } from './work/links/routes.ts'
import { subItemsFeature, workItemListsFeature } from './work/listing/routes.ts'
import { reactionsFeature } from './work/reactions/routes.ts'
import { relationsFeature } from './work/relations/routes.ts'
import { itemRemindersFeature, remindersFeature } from './work/reminders/routes.ts'
import { statesFeature } from './work/states/routes.ts'
import { userPropertiesFeature } from './work/user-properties/routes.ts'
import { versionsFeature, workItemVersionsFeature } from './work/versions/routes.ts'
import { teamspaceViewsFeature, viewsFeature, workspaceViewsFeature } from './work/views/routes.ts'
import { draftsFeature } from './work/work-items/drafts/routes.ts'
import { subscribeFeature, workItemBulkFeature, workItemsFeature } from './work/work-items/routes.ts'
import { worklogsFeature, workspaceWorklogsFeature } from './work/worklogs/routes.ts'

/** All features of the API. A new feature adds one line here, and its tables in `tables.ts`. */
export const features: ApiFeature[] = [
  authFeature,
  auditFeature,
  automationsFeature,
  instanceAdminFeature,
  instanceFeature,
  twoFactorFeature,
  usersFeature,
  ownWorkspacesFeature,
  ownProjectsFeature,
  apiTokensFeature,
  workspacesFeature,
  workspaceMembersFeature,
  invitationsFeature,
  workspaceThemesFeature,
  sampleWorkspaceFeature,
  projectsFeature,
  projectMembersFeature,
  serviceAccountsFeature,
  teamspacesFeature,
  statesFeature,
  labelsFeature,
  analyticsFeature,
  dashboardsFeature,
  cyclesFeature,
  workspaceCyclesFeature,
  epicListsFeature,
  epicItemsFeature,
  epicsFeature,
  projectUpdatesFeature,
  intakeFeature,
  planeIntakeFeature,
  modulesFeature,
  workspaceModulesFeature,
  estimatesFeature,
  workspaceEstimatesFeature,
  worklogsFeature,
  workspaceWorklogsFeature,
  remindersFeature,
  itemRemindersFeature,
  workItemListsFeature,
  workItemsFeature,
  workItemDetailFeature,
  workItemBulkFeature,
  subItemsFeature,
  subscribeFeature,
  templatesFeature,
  workspaceTemplatesFeature,
  relationsFeature,
  linksFeature,
  gitFeature,
  reactionsFeature,
  activitiesFeature,
  itemSnapshotsFeature,
  accountFeature,
  calendarFeedsFeature,
  exportsFeature,
  workspaceExportsFeature,
  itemImportsFeature,
  boardListsFeature,
  publishFeature,
  feedbackFeature,
  publicIntakeFeature,
  publicFilesFeature,
  publishedPagesFeature,
  commentsFeature,
  versionsFeature,
  workItemVersionsFeature,
  pageVersionsFeature,
  workspacePageVersionsFeature,
  attachmentsFeature,
  uploadsFeature,
  userAssetsFeature,
  unsplashFeature,
  workspaceAssetsFeature,
  projectAssetsFeature,
  userPropertiesFeature,
  viewsFeature,
  workspaceViewsFeature,
  teamspaceViewsFeature,
  pagesFeature,
  pageCommentsFeature,
  pageImportsFeature,
  workspacePageImportsFeature,
  workspacePagesFeature,
  pageWatchesFeature,
  syncedBlocksFeature,
  profilesFeature,
  searchFeature,
  draftsFeature,
  notificationsFeature,
  notificationPreferencesFeature,
  favoritesFeature,
  favoriteObjectsFeature,
  pushFeature,
  quickLinksFeature,
  stickiesFeature,
  preferencesFeature,
  homeDashboardFeature,
  digestFeature,
  recentVisitsFeature,
  webhooksFeature,
  chatTargetsFeature,
  // The board routes must be last, because their paths start with a parameter and would match other paths
  // below `/auth/`.
  boardAuthFeature,
  providersFeature,
]
