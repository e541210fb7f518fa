import { accountCalls } from './account/calls.ts'
import { activityCalls } from './activities/calls.ts'
import { apiTokenCalls } from './api-tokens/calls.ts'
import {
  attachmentCalls,
  projectAssetCalls,
  uploadCalls,
  userAssetCalls,
  workspaceAssetCalls,
} from './assets/calls.ts'
import { auditCalls } from './audit/calls.ts'
import { authCalls } from './auth/calls.ts'
import { providerCalls } from './auth/provider-calls.ts'
import { automationCalls } from './automations/calls.ts'
import { commentCalls } from './comments/calls.ts'
import { cycleCalls, workspaceCycleCalls } from './cycles/calls.ts'
import { digestCalls } from './digest/calls.ts'
import { draftCalls } from './drafts/calls.ts'
import { epicCalls, epicItemCalls, epicListCalls } from './epics/calls.ts'
import { estimateCalls, workspaceEstimateCalls } from './estimates/calls.ts'
import { exportCalls } from './exports/calls.ts'
import { favoriteCalls, favoriteThingCalls } from './favorites/calls.ts'
import { instanceCalls } from './instance/calls.ts'
import { intakeCalls } from './intake/calls.ts'
import { labelCalls } from './labels/calls.ts'
import { linkCalls } from './links/calls.ts'
import { moduleCalls, workspaceModuleCalls } from './modules/calls.ts'
import { notificationCalls, notificationPreferenceCalls } from './notifications/calls.ts'
import { pageCommentCalls } from './page-comments/calls.ts'
import { pageImportCalls, workspacePageImportCalls } from './page-imports/calls.ts'
import { pageCalls, workspacePageCalls } from './pages/calls.ts'
import { preferenceCalls } from './preferences/calls.ts'
import { profileCalls } from './profiles/calls.ts'
import { projectCalls } from './projects/calls.ts'
import { projectMemberCalls } from './projects/member-calls.ts'
import { publishCalls } from './publish/calls.ts'
import { feedbackCalls } from './publish/feedback-calls.ts'
import { pushCalls } from './push/calls.ts'
import { quickLinkCalls } from './quick-links/calls.ts'
import { reactionCalls } from './reactions/calls.ts'
import { recentVisitCalls } from './recent-visits/calls.ts'
import { relationCalls } from './relations/calls.ts'
import { searchCalls } from './search/calls.ts'
import { secondFactorCalls } from './second-factor/calls.ts'
import { stateCalls } from './states/calls.ts'
import { stickyCalls } from './stickies/calls.ts'
import { templateCalls, workspaceTemplateCalls } from './templates/calls.ts'
import { userPropertiesCalls } from './user-properties/calls.ts'
import { userCalls } from './users/calls.ts'
import { pageVersionCalls, versionCalls, workspacePageVersionCalls } from './versions/calls.ts'
import { viewCalls, workspaceViewCalls } from './views/calls.ts'
import { webhookCalls } from './webhooks/calls.ts'
import { workItemBulkCalls } from './work-items/bulk-calls.ts'
import { workItemCalls } from './work-items/calls.ts'
import { familyCalls } from './work-items/family-calls.ts'
import { workItemListCalls } from './work-items/list-calls.ts'
import { subscribeCalls } from './work-items/subscribe-calls.ts'
import { worklogCalls, workspaceWorklogCalls } from './worklogs/calls.ts'
import { workspaceCalls } from './workspaces/calls.ts'
import { invitationCalls } from './workspaces/invitation-calls.ts'
import { workspaceMemberCalls } from './workspaces/member-calls.ts'
import { sampleCalls } from './workspaces/sample-calls.ts'

/** Every call there is, by name. The client's build takes method and path from here, the tests everything. */
export const calls = {
  ...auditCalls,
  ...authCalls,
  ...providerCalls,
  ...automationCalls,
  ...instanceCalls,
  ...userCalls,
  ...apiTokenCalls,
  ...webhookCalls,
  ...workspaceCalls,
  ...workspaceMemberCalls,
  ...invitationCalls,
  ...sampleCalls,
  ...projectCalls,
  ...projectMemberCalls,
  ...stateCalls,
  ...labelCalls,
  ...workItemListCalls,
  ...workItemCalls,
  ...workItemBulkCalls,
  ...familyCalls,
  ...subscribeCalls,
  ...templateCalls,
  ...workspaceTemplateCalls,
  ...cycleCalls,
  ...workspaceCycleCalls,
  ...epicListCalls,
  ...epicItemCalls,
  ...epicCalls,
  ...intakeCalls,
  ...moduleCalls,
  ...workspaceModuleCalls,
  ...estimateCalls,
  ...workspaceEstimateCalls,
  ...worklogCalls,
  ...workspaceWorklogCalls,
  ...relationCalls,
  ...linkCalls,
  ...reactionCalls,
  ...activityCalls,
  ...accountCalls,
  ...secondFactorCalls,
  ...exportCalls,
  ...commentCalls,
  ...versionCalls,
  ...pageVersionCalls,
  ...workspacePageVersionCalls,
  ...draftCalls,
  ...attachmentCalls,
  ...uploadCalls,
  ...userAssetCalls,
  ...workspaceAssetCalls,
  ...projectAssetCalls,
  ...notificationCalls,
  ...notificationPreferenceCalls,
  ...favoriteCalls,
  ...favoriteThingCalls,
  ...publishCalls,
  ...feedbackCalls,
  ...pushCalls,
  ...quickLinkCalls,
  ...stickyCalls,
  ...preferenceCalls,
  ...digestCalls,
  ...recentVisitCalls,
  ...userPropertiesCalls,
  ...viewCalls,
  ...workspaceViewCalls,
  ...pageCalls,
  ...pageCommentCalls,
  ...pageImportCalls,
  ...workspacePageImportCalls,
  ...workspacePageCalls,
  ...profileCalls,
  ...searchCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
