import {
  attachmentCalls,
  projectAssetCalls,
  uploadCalls,
  userAssetCalls,
  workspaceAssetCalls,
} from './documents/files/calls.ts'
import { unsplashCalls } from './documents/files/unsplash.ts'
import { apiTokenCalls } from './identity/api-tokens/calls.ts'
import { boardAuthCalls } from './identity/sign-in/board-calls.ts'
import { authCalls } from './identity/sign-in/calls.ts'
import { providerCalls } from './identity/sign-in/provider-calls.ts'
import { twoFactorCalls } from './identity/sign-in/two-factor/calls.ts'
import { userCalls } from './identity/users/calls.ts'
import { instanceAdminCalls } from './operation/instance/admin-calls.ts'
import { instanceCalls } from './operation/instance/calls.ts'
import { auditCalls } from './organization/audit/calls.ts'
import { favoriteCalls, favoriteObjectCalls } from './organization/favorites/calls.ts'
import { projectCalls } from './organization/projects/calls.ts'
import { projectMemberCalls } from './organization/projects/member-calls.ts'
import { ownProjectCalls } from './organization/projects/own-calls.ts'
import { serviceAccountCalls } from './organization/service-accounts/calls.ts'
import { teamspaceCalls } from './organization/teamspaces/calls.ts'
import { workspaceCalls } from './organization/workspaces/calls.ts'
import { invitationCalls } from './organization/workspaces/invitation-calls.ts'
import { workspaceMemberCalls } from './organization/workspaces/member-calls.ts'
import { ownWorkspaceCalls } from './organization/workspaces/own-calls.ts'
import { sampleWorkspaceCalls } from './organization/workspaces/sample-calls.ts'
import { workspaceThemeCalls } from './organization/workspaces/theme-calls.ts'
import { pageCommentCalls } from './pages/page-comments/calls.ts'
import { pageImportCalls, workspacePageImportCalls } from './pages/page-imports/calls.ts'
import { ownPageWatchCalls, pageCalls, syncedBlockCalls, workspacePageCalls } from './pages/pages/calls.ts'
import { recentVisitCalls } from './pages/recent-visits/calls.ts'
import { templateCalls, workspaceTemplateCalls } from './pages/templates/calls.ts'
import { pageVersionCalls, workspacePageVersionCalls } from './pages/versions/calls.ts'
import { accountCalls } from './personal/account/calls.ts'
import { homeDashboardCalls } from './personal/home-dashboard/calls.ts'
import { notificationCalls, notificationPreferenceCalls } from './personal/notifications/calls.ts'
import { digestCalls } from './personal/notifications/digest/calls.ts'
import { pushCalls } from './personal/notifications/push/calls.ts'
import { preferenceCalls } from './personal/preferences/calls.ts'
import { profileCalls } from './personal/profiles/calls.ts'
import { quickLinkCalls } from './personal/quick-links/calls.ts'
import { searchCalls } from './personal/search/calls.ts'
import { stickyCalls } from './personal/stickies/calls.ts'
import { analyticsCalls } from './planning/analytics/calls.ts'
import { cycleCalls, workspaceCycleCalls } from './planning/cycles/calls.ts'
import { dashboardCalls } from './planning/dashboards/calls.ts'
import { epicCalls, epicItemCalls, epicListCalls } from './planning/epics/calls.ts'
import { estimateCalls, workspaceEstimateCalls } from './planning/estimates/calls.ts'
import { intakeCalls, planeIntakeCalls } from './planning/intake/calls.ts'
import { moduleCalls, workspaceModuleCalls } from './planning/modules/calls.ts'
import { projectUpdateCalls } from './planning/project-updates/calls.ts'
import { calendarFeedCalls } from './sharing/calendar-feeds/calls.ts'
import { exportCalls } from './sharing/exports/calls.ts'
import { itemImportCalls } from './sharing/item-imports/calls.ts'
import { boardListCalls } from './sharing/publish/board-lists.ts'
import { publishCalls } from './sharing/publish/calls.ts'
import { feedbackCalls } from './sharing/publish/feedback-calls.ts'
import { publicFileCalls, publicIntakeCalls } from './sharing/publish/intake-calls.ts'
import { publishedPageCalls } from './sharing/publish/page-calls.ts'
import { webhookCalls } from './sharing/webhooks/calls.ts'
import { chatTargetCalls } from './sharing/webhooks/chat-targets/calls.ts'
import { workspaceExportCalls } from './sharing/workspace-exports/calls.ts'
import { activityCalls } from './work/activities/calls.ts'
import { itemSnapshotCalls } from './work/activities/snapshots.ts'
import { automationCalls } from './work/automations/calls.ts'
import { commentCalls } from './work/comments/calls.ts'
import { workItemDetailCalls } from './work/detail/calls.ts'
import { gitCalls } from './work/git/calls.ts'
import { labelCalls } from './work/labels/calls.ts'
import { linkCalls } from './work/links/calls.ts'
import { workItemListCalls } from './work/listing/calls.ts'
import { draftCalls } from './work/listing/draft-calls.ts'
import { reactionCalls } from './work/reactions/calls.ts'
import { relationCalls } from './work/relations/calls.ts'
import { itemReminderCalls, reminderCalls } from './work/reminders/calls.ts'
import { stateCalls } from './work/states/calls.ts'
import { userPropertiesCalls } from './work/user-properties/calls.ts'
import { descriptionVersionCalls, legacyDescriptionVersionCalls } from './work/versions/calls.ts'
import { teamspaceViewCalls, viewCalls, workspaceViewCalls } from './work/views/calls.ts'
import { workItemBulkCalls } from './work/work-items/bulk-calls.ts'
import { workItemCalls } from './work/work-items/calls.ts'
import { subItemCalls } from './work/work-items/sub-item-calls.ts'
import { subscribeCalls } from './work/work-items/subscribe-calls.ts'
import { worklogCalls, workspaceWorklogCalls } from './work/worklogs/calls.ts'

/**
 * All API calls by name. The client build uses only their methods and paths; the server and the tests use
 * everything.
 */
export const calls = {
  ...auditCalls,
  ...authCalls,
  ...boardAuthCalls,
  ...providerCalls,
  ...automationCalls,
  ...instanceAdminCalls,
  ...instanceCalls,
  ...userCalls,
  ...ownWorkspaceCalls,
  ...ownProjectCalls,
  ...apiTokenCalls,
  ...webhookCalls,
  ...chatTargetCalls,
  ...workspaceCalls,
  ...workspaceMemberCalls,
  ...serviceAccountCalls,
  ...teamspaceCalls,
  ...invitationCalls,
  ...workspaceThemeCalls,
  ...sampleWorkspaceCalls,
  ...projectCalls,
  ...projectMemberCalls,
  ...stateCalls,
  ...labelCalls,
  ...workItemListCalls,
  ...workItemCalls,
  ...workItemDetailCalls,
  ...workItemBulkCalls,
  ...subItemCalls,
  ...subscribeCalls,
  ...templateCalls,
  ...workspaceTemplateCalls,
  ...analyticsCalls,
  ...dashboardCalls,
  ...cycleCalls,
  ...workspaceCycleCalls,
  ...epicListCalls,
  ...epicItemCalls,
  ...epicCalls,
  ...projectUpdateCalls,
  ...intakeCalls,
  ...planeIntakeCalls,
  ...moduleCalls,
  ...workspaceModuleCalls,
  ...estimateCalls,
  ...workspaceEstimateCalls,
  ...worklogCalls,
  ...workspaceWorklogCalls,
  ...reminderCalls,
  ...itemReminderCalls,
  ...relationCalls,
  ...linkCalls,
  ...gitCalls,
  ...reactionCalls,
  ...activityCalls,
  ...itemSnapshotCalls,
  ...accountCalls,
  ...twoFactorCalls,
  ...calendarFeedCalls,
  ...exportCalls,
  ...workspaceExportCalls,
  ...commentCalls,
  ...descriptionVersionCalls,
  ...legacyDescriptionVersionCalls,
  ...pageVersionCalls,
  ...workspacePageVersionCalls,
  ...draftCalls,
  ...attachmentCalls,
  ...uploadCalls,
  ...userAssetCalls,
  ...unsplashCalls,
  ...workspaceAssetCalls,
  ...projectAssetCalls,
  ...notificationCalls,
  ...notificationPreferenceCalls,
  ...favoriteCalls,
  ...favoriteObjectCalls,
  ...boardListCalls,
  ...publishCalls,
  ...feedbackCalls,
  ...publicIntakeCalls,
  ...publicFileCalls,
  ...publishedPageCalls,
  ...pushCalls,
  ...quickLinkCalls,
  ...stickyCalls,
  ...preferenceCalls,
  ...homeDashboardCalls,
  ...digestCalls,
  ...recentVisitCalls,
  ...userPropertiesCalls,
  ...viewCalls,
  ...workspaceViewCalls,
  ...teamspaceViewCalls,
  ...pageCalls,
  ...ownPageWatchCalls,
  ...syncedBlockCalls,
  ...pageCommentCalls,
  ...pageImportCalls,
  ...itemImportCalls,
  ...workspacePageImportCalls,
  ...workspacePageCalls,
  ...profileCalls,
  ...searchCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
