import type { CallName } from '#common/calls.ts'
import { tableDeclarations, tableNames } from '../sync/tables.ts'

/**
 * The calls that load the data of a workspace when it is opened. A workspace cannot be opened without the responses
 * to all of these calls.
 */
const openingCalls = tableNames().flatMap((name): CallName[] => {
  const { loaded } = tableDeclarations[name]
  return loaded === 'by features' ? [] : [loaded.call]
})

/**
 * The calls whose responses are stored on this device for offline use. Apart from `openingCalls`, every call is
 * listed by name, so that a new call with secrets, such as tokens, is not stored by accident. Calls for
 * administrators, sessions and exports must never be in the list.
 */
export const offlineCalls: ReadonlySet<CallName> = new Set<CallName>([
  ...openingCalls,
  // The signed-in user
  ...(['getMe', 'getProfile', 'getSettings', 'getInstance', 'listMyWorkspaces'] as const),
  // The workspace and its projects
  ...(['getWorkspace', 'listWorkspaceMembers', 'listTeamspaces', 'listProjects', 'getProject'] as const),
  ...([
    'listProjectDetails',
    'listProjectMemberships',
    'listWorkspaceStates',
    'listWorkspaceLabels',
  ] as const),
  ...(['listUserProperties', 'listWorkspaceEstimates', 'listThemes', 'listOwnPreferences'] as const),
  ...(['listSidebarPreferences', 'listHomePreferences', 'getTimer'] as const),
  // Lists of work items and single work items
  ...([
    'listWorkItems',
    'listDetailedWorkItems',
    'listWorkspaceWorkItems',
    'listDetailedWorkspaceWorkItems',
  ] as const),
  ...(['listMyWorkItems', 'listUserWorkItems', 'listTeamspaceWorkItems', 'listArchivedWorkItems'] as const),
  ...(['listViewWorkItems', 'listWorkspaceViewWorkItems', 'listTeamspaceViewWorkItems'] as const),
  ...([
    'listCycleWorkItems',
    'listModuleWorkItems',
    'getWorkItem',
    'getWorkItemByKey',
    'listSubItems',
  ] as const),
  ...(['listRelations', 'listProjectRelations', 'listLinks', 'listAttachments', 'listComments'] as const),
  ...(['listHistory', 'listReactions', 'listSubscribers', 'listGitReferences', 'listWorklogs'] as const),
  // Epics, cycles, modules, views and intake
  ...(['listEpics', 'listDetailedEpics', 'getEpic', 'listItemsOfEpic', 'listEpicProgress'] as const),
  ...([
    'listEpicComments',
    'listEpicUpdates',
    'listEpicHistory',
    'listEpicLinks',
    'listEpicAttachments',
  ] as const),
  ...([
    'listCycles',
    'getCycle',
    'getCycleDays',
    'getCycleProgress',
    'getCycleAnalytics',
    'listWorkspaceCycles',
    'listActiveCycles',
  ] as const),
  ...(['listModules', 'getModule', 'listModuleLinks', 'listWorkspaceModules'] as const),
  ...(['listViews', 'getView', 'listWorkspaceViews', 'getWorkspaceView', 'listTeamspaceViews'] as const),
  ...(['listIntakeIssues', 'getIntakeIssue', 'listInboxIssues', 'getInboxIssue'] as const),
  ...(['listEstimates', 'listTemplates', 'listStates', 'listLabels', 'listProjectMembers'] as const),
  // Pages
  ...(['listPages', 'summarizePages', 'getPage', 'getPageDescription', 'listPageComments'] as const),
  ...(['listWorkspacePages', 'summarizeWorkspacePages', 'getWorkspacePage'] as const),
  ...(['getWorkspacePageDescription', 'listBackLinks', 'listWorkspaceBackLinks'] as const),
  'getSyncedBlock',
  // Inbox, home, favorites and private notes
  ...(['listNotifications', 'countNotifications', 'getNotification', 'listFavorites'] as const),
  ...(['listFavoritesInFolder', 'listRecentVisits', 'listQuickLinks', 'listStickies', 'getDigest'] as const),
  ...(['listDrafts', 'getDraft', 'findHomeDashboard', 'getHomeWidgetFigures', 'getSticky'] as const),
])

/**
 * The calls whose stored responses a screen shows before the server answers. Every screen that uses one of these calls
 * loads it again after `onWorkspaceReload`, or shows only rows, which the change feed updates.
 */
export const instantCalls: ReadonlySet<CallName> = new Set<CallName>([
  ...openingCalls,
  // Lists of work items and single work items
  ...(['listWorkItems', 'listWorkspaceWorkItems', 'listUserWorkItems', 'listTeamspaceWorkItems'] as const),
  ...(['listCycleWorkItems', 'listModuleWorkItems', 'listEpics', 'getWorkItemByKey'] as const),
  ...(['listViews', 'listWorkspaceViews', 'listTeamspaceViews', 'listEpicProgress'] as const),
  ...(['listComments', 'listHistory', 'listLinks', 'listAttachments', 'listRelations'] as const),
  // Pages, inbox and home
  ...([
    'listPages',
    'listWorkspacePages',
    'listPageComments',
    'listBackLinks',
    'listWorkspaceBackLinks',
  ] as const),
  ...(['listNotifications', 'countNotifications', 'getNotification'] as const),
  ...(['listRecentVisits', 'listQuickLinks', 'listStickies', 'getDigest'] as const),
])
