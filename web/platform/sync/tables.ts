import type { CallName, Calls } from '#common/calls.ts'
import type { AttachmentRow } from '#common/documents/files/schema.ts'
import type { PageVersionRow, VersionRow } from '#common/documents/versions/schema.ts'
import { forgeUsers } from '#common/identity/users/forge-users.ts'
import type { UserLite } from '#common/identity/users/schema.ts'
import type { FavoriteResponse, FavoriteRow } from '#common/organization/favorites/schema.ts'
import type { ProjectMemberRow, ProjectResponse, ProjectRow } from '#common/organization/projects/schema.ts'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import type { WorkspaceMemberRow, WorkspaceRow } from '#common/organization/workspaces/schema.ts'
import type { PageCommentRow } from '#common/pages/page-comments/schema.ts'
import type { PageImportRow } from '#common/pages/page-imports/schema.ts'
import type { PageRow, PageWatchRow } from '#common/pages/pages/schema.ts'
import type { RecentVisitResponse, RecentVisitRow } from '#common/pages/recent-visits/schema.ts'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import type { HomePreferenceRow, SidebarPreferenceRow } from '#common/personal/preferences/schema.ts'
import type { QuickLinkRow } from '#common/personal/quick-links/schema.ts'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import type { DashboardRow, DashboardSummary } from '#common/planning/dashboards/schema.ts'
import type { EpicUpdateRow } from '#common/planning/epics/schema.ts'
import type { EstimatePointRow, EstimateRow } from '#common/planning/estimates/schema.ts'
import type { IntakeRow } from '#common/planning/intake/schema.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import type { ProjectUpdateRow } from '#common/planning/project-updates/schema.ts'
import type { ParamsOf, QueryInputOf, ResponseOf } from '#common/platform/call.ts'
import type { ExportRow } from '#common/sharing/exports/schema.ts'
import type { ItemImportRow } from '#common/sharing/item-imports/schema.ts'
import type { WorkspaceExportRow } from '#common/sharing/workspace-exports/schema.ts'
import type { CommentRow } from '#common/work/comments/schema.ts'
import type { GitReferenceRow } from '#common/work/git/schema.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import type { LinkRow } from '#common/work/links/schema.ts'
import type { ReactionRow } from '#common/work/reactions/schema.ts'
import type { VoteRow } from '#common/work/reactions/votes/schema.ts'
import type { RelationRow } from '#common/work/relations/schema.ts'
import type { ReminderRow } from '#common/work/reminders/schema.ts'
import type { StateRow } from '#common/work/states/schema.ts'
import type { UserPropertiesRow } from '#common/work/user-properties/schema.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { draftsLimit } from '#common/work/work-items/drafts/rules.ts'
import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { TimerRow, WorklogRow } from '#common/work/worklogs/schema.ts'
import { createTable, type RowTable } from './create-table.ts'
import type { Store } from './store.ts'

/**
 * The public data of a user. `email` is missing if the current user is a guest, because guests do not receive
 * email addresses.
 */
export type Person = UserLite & { email?: string }
/** A project. The role of the current user is optional, because the change feed does not include it. */
export type Project = ProjectRow & Partial<Pick<ProjectResponse, 'member_role'>>

/** A dashboard. Its widgets are loaded when the dashboard is opened. */
export type Dashboard = DashboardSummary & Partial<Pick<DashboardRow, 'widgets'>>
/** A favorite. The name of its object is optional, because the change feed does not include it. */
export type Favorite = FavoriteRow & Partial<Pick<FavoriteResponse, 'entity_data'>>

/** A recent visit. The name of the visited page or item is optional, because the change feed does not include it. */
export type RecentVisit = RecentVisitRow & Partial<Pick<RecentVisitResponse, 'entity_data'>>

/** A relation with the fields that the response for a single item contains. */
export type Relation = Pick<
  RelationRow,
  'id' | 'project_id' | 'related_project_id' | 'issue_id' | 'related_issue_id' | 'relation_type'
>

/** All synced tables, named as in `common/entities.ts`, with the client's row types. */
interface TableRows {
  users: Person
  workspaces: WorkspaceRow
  workspace_members: WorkspaceMemberRow
  projects: Project
  project_members: ProjectMemberRow
  teamspaces: TeamspaceRow
  states: StateRow
  labels: LabelRow
  work_items: WorkItemRow
  work_item_relations: Relation
  work_item_comments: CommentRow
  work_item_links: LinkRow
  git_references: GitReferenceRow
  reactions: ReactionRow
  votes: VoteRow
  cycles: CycleRow
  epic_updates: EpicUpdateRow
  project_updates: ProjectUpdateRow
  intake_issues: IntakeRow
  modules: ModuleRow
  estimates: EstimateRow
  estimate_points: EstimatePointRow
  worklogs: WorklogRow
  timers: TimerRow
  reminders: ReminderRow
  drafts: DraftRow
  work_item_templates: TemplateRow
  work_item_attachments: AttachmentRow
  description_versions: VersionRow
  notifications: NotificationRow
  favorites: Favorite
  exports: ExportRow
  workspace_exports: WorkspaceExportRow
  quick_links: QuickLinkRow
  stickies: StickyRow
  home_preferences: HomePreferenceRow
  sidebar_preferences: SidebarPreferenceRow
  recent_visits: RecentVisit
  user_properties: UserPropertiesRow
  pages: PageRow
  page_watches: PageWatchRow
  page_imports: PageImportRow
  item_imports: ItemImportRow
  page_versions: PageVersionRow
  page_comments: PageCommentRow
  dashboards: Dashboard
  views: ViewRow
}

export type TableName = keyof TableRows
export type RowOf<T extends TableName> = TableRows[T]
export type Tables = { [T in TableName]: RowTable<TableRows[T]> }

type WorkspaceCall = { [C in CallName]: keyof ParamsOf<Calls[C]> extends 'slug' ? C : never }[CallName]

/**
 * Describes how rows are loaded when a workspace is opened, and again after an interruption that was too long
 * to catch up with.
 */
type LoadedBy<Row> = {
  [C in WorkspaceCall]: {
    call: C
    query?: QueryInputOf<Calls[C]>
    rows: (answer: ResponseOf<Calls[C]>) => readonly Row[]
    /** True if the response contains all rows of the table. Rows that are missing in the response are then removed. */
    isWhole: boolean
  }
}[WorkspaceCall]

export interface TableDeclaration<Row> {
  /**
   * The owner of the rows: a workspace or the signed-in user. Rows of a workspace are removed when another
   * workspace is opened. Rows of the user remain.
   */
  owner: 'person' | 'workspace'
  /**
   * `by features` means that features load the rows that they show, and reload these rows with `onWorkspaceReload`.
   */
  loaded: 'by features' | LoadedBy<Row>
  /**
   * Fields that only the response for a single row contains. When a list is loaded again, its rows preserve these
   * fields.
   */
  detailFields?: readonly (keyof Row & string)[]
}

/**
 * Declares for each table who owns its rows and how they are loaded. `workspace-loader.ts` uses this to open,
 * leave and reload a workspace.
 */
export const tableDeclarations: { [T in TableName]: TableDeclaration<TableRows[T]> } = {
  workspaces: {
    owner: 'person',
    loaded: { call: 'getWorkspace', rows: (workspace) => [workspace], isWhole: false },
  },
  users: {
    owner: 'workspace',
    loaded: {
      call: 'listWorkspaceMembers',
      query: { former: 'true' },
      // The table also contains users that represent Git hosts, such as GitHub. They make changes without being
      // members.
      rows: (members) => [...members.map(({ member }) => member), ...Object.values(forgeUsers)],
      isWhole: false,
    },
  },
  workspace_members: {
    owner: 'workspace',
    loaded: {
      call: 'listWorkspaceMembers',
      query: { former: 'true' },
      rows: (members) => members.map(({ member: _, ...row }) => row),
      isWhole: true,
    },
  },
  projects: {
    owner: 'workspace',
    loaded: { call: 'listProjects', rows: (projects) => projects, isWhole: true },
  },
  teamspaces: {
    owner: 'workspace',
    loaded: { call: 'listTeamspaces', rows: (teams) => teams, isWhole: true },
  },
  project_members: {
    owner: 'workspace',
    loaded: {
      call: 'listProjectMemberships',
      rows: (byProject) => Object.values(byProject).flat(),
      isWhole: true,
    },
  },
  states: {
    owner: 'workspace',
    loaded: { call: 'listWorkspaceStates', rows: (states) => states, isWhole: true },
  },
  labels: {
    owner: 'workspace',
    loaded: { call: 'listWorkspaceLabels', rows: (labels) => labels, isWhole: true },
  },
  user_properties: {
    owner: 'workspace',
    loaded: { call: 'listUserProperties', rows: (properties) => properties, isWhole: true },
  },
  drafts: {
    owner: 'workspace',
    loaded: {
      call: 'listDrafts',
      query: { per_page: draftsLimit },
      rows: ({ results }) => results,
      isWhole: true,
    },
  },
  work_items: { owner: 'workspace', loaded: 'by features' },
  work_item_relations: { owner: 'workspace', loaded: 'by features' },
  work_item_comments: { owner: 'workspace', loaded: 'by features' },
  work_item_links: { owner: 'workspace', loaded: 'by features' },
  git_references: { owner: 'workspace', loaded: 'by features' },
  reactions: { owner: 'workspace', loaded: 'by features' },
  votes: { owner: 'workspace', loaded: 'by features' },
  work_item_attachments: { owner: 'workspace', loaded: 'by features' },
  work_item_templates: { owner: 'workspace', loaded: 'by features' },
  cycles: {
    owner: 'workspace',
    loaded: { call: 'listWorkspaceCycles', rows: (cycles) => cycles, isWhole: true },
  },
  modules: {
    owner: 'workspace',
    loaded: { call: 'listWorkspaceModules', rows: (modules) => modules, isWhole: true },
  },
  estimates: {
    owner: 'workspace',
    loaded: {
      call: 'listWorkspaceEstimates',
      rows: (estimates) => estimates.map(({ points: _, ...row }) => row),
      isWhole: true,
    },
  },
  estimate_points: {
    owner: 'workspace',
    loaded: {
      call: 'listWorkspaceEstimates',
      rows: (estimates) => estimates.flatMap(({ points }) => points),
      isWhole: true,
    },
  },
  worklogs: { owner: 'workspace', loaded: 'by features' },
  timers: {
    owner: 'workspace',
    loaded: { call: 'getTimer', rows: ({ timer }) => (timer === null ? [] : [timer]), isWhole: true },
  },
  reminders: {
    owner: 'workspace',
    loaded: { call: 'listReminders', rows: (reminders) => reminders, isWhole: true },
  },
  description_versions: { owner: 'workspace', loaded: 'by features' },
  project_updates: { owner: 'workspace', loaded: 'by features' },
  epic_updates: { owner: 'workspace', loaded: 'by features' },
  intake_issues: { owner: 'workspace', loaded: 'by features' },
  notifications: { owner: 'workspace', loaded: 'by features' },
  favorites: {
    owner: 'workspace',
    loaded: { call: 'listFavorites', query: { all: 'true' }, rows: (favorites) => favorites, isWhole: true },
  },
  exports: { owner: 'workspace', loaded: 'by features' },
  workspace_exports: { owner: 'workspace', loaded: 'by features' },
  page_imports: { owner: 'workspace', loaded: 'by features' },
  item_imports: { owner: 'workspace', loaded: 'by features' },
  quick_links: { owner: 'workspace', loaded: 'by features' },
  stickies: { owner: 'workspace', loaded: 'by features' },
  home_preferences: {
    owner: 'workspace',
    loaded: { call: 'listOwnPreferences', rows: ({ home }) => home, isWhole: true },
  },
  sidebar_preferences: {
    owner: 'workspace',
    loaded: { call: 'listOwnPreferences', rows: ({ sidebar }) => sidebar, isWhole: true },
  },
  recent_visits: { owner: 'workspace', loaded: 'by features' },
  pages: { owner: 'workspace', loaded: 'by features' },
  page_watches: {
    owner: 'workspace',
    loaded: { call: 'listPageWatches', rows: (watches) => watches, isWhole: true },
  },
  page_versions: { owner: 'workspace', loaded: 'by features' },
  page_comments: { owner: 'workspace', loaded: 'by features' },
  dashboards: {
    owner: 'workspace',
    loaded: { call: 'listDashboards', rows: (dashboards) => dashboards, isWhole: true },
    detailFields: ['widgets'],
  },
  views: { owner: 'workspace', loaded: 'by features' },
}

export const tableNames = (): TableName[] => Object.keys(tableDeclarations) as TableName[]

export function createTables(store: Store): Tables {
  const entries = tableNames().map((name) => [name, createTable(store)])
  // All tables are created in the same way and differ only in their row types, which come from the declarations. The
  // type is therefore asserted.
  return Object.fromEntries(entries) as unknown as Tables
}
