import { accountFeature } from './account/routes.ts'
import { activitiesFeature } from './activities/routes.ts'
import { apiTokensFeature } from './api-tokens/routes.ts'
import {
  attachmentsFeature,
  projectAssetsFeature,
  uploadsFeature,
  userAssetsFeature,
  workspaceAssetsFeature,
} from './assets/routes.ts'
import { auditFeature } from './audit/routes.ts'
import { authFeature } from './auth/routes.ts'
import { automationsFeature } from './automations/routes.ts'
import { commentsFeature } from './comments/routes.ts'
import { cyclesFeature, workspaceCyclesFeature } from './cycles/routes.ts'
import { digestFeature } from './digest/routes.ts'
import { draftsFeature } from './drafts/routes.ts'
import { epicItemsFeature, epicListsFeature, epicsFeature } from './epics/routes.ts'
import { estimatesFeature, workspaceEstimatesFeature } from './estimates/routes.ts'
import { exportsFeature } from './exports/routes.ts'
import { favoritesFeature, favoriteThingsFeature } from './favorites/routes.ts'
import type { Feature } from './http/mount.ts'
import { instanceFeature } from './instance/routes.ts'
import { intakeFeature } from './intake/routes.ts'
import { labelsFeature } from './labels/routes.ts'
import { linksFeature } from './links/routes.ts'
import { modulesFeature, workspaceModulesFeature } from './modules/routes.ts'
import { notificationPreferencesFeature, notificationsFeature } from './notifications/routes.ts'
import { pageCommentsFeature } from './page-comments/routes.ts'
import { pageImportsFeature, workspacePageImportsFeature } from './page-imports/routes.ts'
import { pagesFeature, workspacePagesFeature } from './pages/routes.ts'
import { preferencesFeature } from './preferences/routes.ts'
import { profilesFeature } from './profiles/routes.ts'
import { projectMembersFeature, projectsFeature } from './projects/routes.ts'
import { providersFeature } from './providers/routes.ts'
import { feedbackFeature, publishFeature } from './publish/routes.ts'
import { pushFeature } from './push/routes.ts'
import { quickLinksFeature } from './quick-links/routes.ts'
import { reactionsFeature } from './reactions/routes.ts'
import { recentVisitsFeature } from './recent-visits/routes.ts'
import { relationsFeature } from './relations/routes.ts'
import { searchFeature } from './search/routes.ts'
import { secondFactorFeature } from './second-factor/routes.ts'
import { sampleFeature } from './seed/routes.ts'
import { statesFeature } from './states/routes.ts'
import { stickiesFeature } from './stickies/routes.ts'
import { templatesFeature, workspaceTemplatesFeature } from './templates/routes.ts'
import { userPropertiesFeature } from './user-properties/routes.ts'
import { usersFeature } from './users/routes.ts'
import { pageVersionsFeature, versionsFeature, workspacePageVersionsFeature } from './versions/routes.ts'
import { viewsFeature, workspaceViewsFeature } from './views/routes.ts'
import { webhooksFeature } from './webhooks/routes.ts'
import {
  familyFeature,
  subscribeFeature,
  workItemBulkFeature,
  workItemListsFeature,
  workItemsFeature,
} from './work-items/routes.ts'
import { worklogsFeature, workspaceWorklogsFeature } from './worklogs/routes.ts'
import { invitationsFeature, workspaceMembersFeature, workspacesFeature } from './workspaces/routes.ts'

/** Everything the API does. A new feature is one line here, and its tables in `db/tables.ts`. */
export const features: Feature[] = [
  authFeature,
  auditFeature,
  automationsFeature,
  instanceFeature,
  secondFactorFeature,
  usersFeature,
  apiTokensFeature,
  workspacesFeature,
  workspaceMembersFeature,
  invitationsFeature,
  sampleFeature,
  projectsFeature,
  projectMembersFeature,
  statesFeature,
  labelsFeature,
  cyclesFeature,
  workspaceCyclesFeature,
  epicListsFeature,
  epicItemsFeature,
  epicsFeature,
  intakeFeature,
  modulesFeature,
  workspaceModulesFeature,
  estimatesFeature,
  workspaceEstimatesFeature,
  worklogsFeature,
  workspaceWorklogsFeature,
  workItemListsFeature,
  workItemsFeature,
  workItemBulkFeature,
  familyFeature,
  subscribeFeature,
  templatesFeature,
  workspaceTemplatesFeature,
  relationsFeature,
  linksFeature,
  reactionsFeature,
  activitiesFeature,
  accountFeature,
  exportsFeature,
  publishFeature,
  feedbackFeature,
  commentsFeature,
  versionsFeature,
  pageVersionsFeature,
  workspacePageVersionsFeature,
  attachmentsFeature,
  uploadsFeature,
  userAssetsFeature,
  workspaceAssetsFeature,
  projectAssetsFeature,
  userPropertiesFeature,
  viewsFeature,
  workspaceViewsFeature,
  pagesFeature,
  pageCommentsFeature,
  pageImportsFeature,
  workspacePageImportsFeature,
  workspacePagesFeature,
  profilesFeature,
  searchFeature,
  draftsFeature,
  notificationsFeature,
  notificationPreferencesFeature,
  favoritesFeature,
  favoriteThingsFeature,
  pushFeature,
  quickLinksFeature,
  stickiesFeature,
  preferencesFeature,
  digestFeature,
  recentVisitsFeature,
  webhooksFeature,
  // Last: its paths begin with a parameter, and must not stand before others of `/auth/`.
  providersFeature,
]
