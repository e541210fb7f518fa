import type { z } from 'zod'
import { type AttachmentRow, attachmentRow } from './documents/files/schema.ts'
import {
  type PageVersionRow,
  pageVersionRow,
  type VersionRow,
  versionRow,
} from './documents/versions/schema.ts'
import { userLite } from './identity/users/schema.ts'
import { type FavoriteRow, favoriteRow } from './organization/favorites/schema.ts'
import {
  type ProjectMemberRow,
  type ProjectRow,
  projectMemberRow,
  projectRow,
} from './organization/projects/schema.ts'
import { type TeamspaceRow, teamspaceRow } from './organization/teamspaces/schema.ts'
import {
  type WorkspaceMemberRow,
  type WorkspaceRow,
  workspaceMemberRow,
  workspaceRow,
} from './organization/workspaces/schema.ts'
import { type PageCommentRow, pageCommentRow } from './pages/page-comments/schema.ts'
import { type PageImportRow, pageImportRow } from './pages/page-imports/schema.ts'
import { type PageRow, type PageWatchRow, pageRow, pageWatchRow } from './pages/pages/schema.ts'
import { type RecentVisitRow, recentVisitRow } from './pages/recent-visits/schema.ts'
import { type TemplateRow, templateRow } from './pages/templates/schema.ts'
import { type NotificationRow, notificationRow } from './personal/notifications/schema.ts'
import {
  type HomePreferenceRow,
  homePreferenceRow,
  type SidebarPreferenceRow,
  sidebarPreferenceRow,
} from './personal/preferences/schema.ts'
import { type QuickLinkRow, quickLinkRow } from './personal/quick-links/schema.ts'
import { type StickyRow, stickyRow } from './personal/stickies/schema.ts'
import { type CycleRow, cycleRow } from './planning/cycles/schema.ts'
import { type DashboardRow, dashboardRow } from './planning/dashboards/schema.ts'
import { type EpicUpdateRow, epicUpdateRow } from './planning/epics/schema.ts'
import {
  type EstimatePointRow,
  type EstimateRow,
  estimatePointRow,
  estimateRow,
} from './planning/estimates/schema.ts'
import { type IntakeRow, intakeRow } from './planning/intake/schema.ts'
import { type ModuleRow, moduleRow } from './planning/modules/schema.ts'
import { type ProjectUpdateRow, projectUpdateRow } from './planning/project-updates/schema.ts'
import type { Change } from './platform/changes.ts'
import { combineRooms, roomNames } from './platform/rooms.ts'
import { type ExportRow, exportRow } from './sharing/exports/schema.ts'
import { type ItemImportRow, itemImportRow } from './sharing/item-imports/schema.ts'
import { type WorkspaceExportRow, workspaceExportRow } from './sharing/workspace-exports/schema.ts'
import { type CommentRow, commentRow } from './work/comments/schema.ts'
import { type GitReferenceRow, gitReferenceRow } from './work/git/schema.ts'
import { type LabelRow, labelRow } from './work/labels/schema.ts'
import { type LinkRow, linkRow } from './work/links/schema.ts'
import { type ReactionRow, reactionRow } from './work/reactions/schema.ts'
import { type VoteRow, voteRow } from './work/reactions/votes/schema.ts'
import { type RelationRow, relationRow } from './work/relations/schema.ts'
import { type ReminderRow, reminderRow } from './work/reminders/schema.ts'
import { type StateRow, stateRow } from './work/states/schema.ts'
import { type UserPropertiesRow, userPropertiesRow } from './work/user-properties/schema.ts'
import { type ViewRow, viewRow } from './work/views/schema.ts'
import { type DraftRow, draftRow } from './work/work-items/drafts/schema.ts'
import { type WorkItemRow, workItemRow } from './work/work-items/schema.ts'
import { type TimerRow, timerRow, type WorklogRow, worklogRow } from './work/worklogs/schema.ts'

/**
 * A table whose changes are sent to clients: the schema of the public columns of its rows, and the audience of a
 * row. Columns that the schema does not list are never sent. Rows without a workspace (users) are sent to every
 * workspace of the user.
 */
export interface SyncedEntity {
  schema: z.ZodObject
  /** Returns the names of the rooms (`rooms.ts`) whose sockets receive the change of the row. */
  audience: (row: never, workspaceId: string) => string[]
  /**
   * Returns the user whose access changes with this row, `everyone` if it may be any user, and null or undefined
   * if no access changes. The server then recomputes the rooms of these users. An update usually contains only the
   * changed fields, but updates of memberships always contain the user.
   */
  changesAccessOf?: (row: never, op: Change['op']) => string | 'everyone' | null | undefined
  /**
   * Name of a field that every change of the row contains, even if the field did not change, because it
   * identifies the owner of the row.
   */
  always?: 'member_id' | 'issue_id'
}

function synced<Row>(
  schema: z.ZodObject,
  audience: (row: Row, workspaceId: string) => string[],
  changesAccessOf?: (row: Partial<Row>, op: Change['op']) => string | 'everyone' | null | undefined,
): SyncedEntity {
  return { schema, audience, ...(changesAccessOf && { changesAccessOf }) }
}

export const entities = {
  users: synced(userLite, (_, workspace) => [roomNames.workspace(workspace)]),
  workspaces: synced<WorkspaceRow>(
    workspaceRow,
    (row) => [roomNames.workspace(row.id)],
    ({ requires_second_factor }, op) =>
      op === 'delete' || (op === 'update' && requires_second_factor !== undefined) ? 'everyone' : null,
  ),
  workspace_members: {
    ...synced<WorkspaceMemberRow>(
      workspaceMemberRow,
      (row) => [roomNames.workspace(row.workspace_id), roomNames.user(row.member_id)],
      memberMoved,
    ),
    always: 'member_id',
  },
  projects: synced<ProjectRow>(
    projectRow,
    (row) =>
      row.network === 2
        ? [roomNames.workspaceNonGuests(row.workspace_id), roomNames.projectMembers(row.id)]
        : [roomNames.projectMembers(row.id)],
    ({ guest_view_all_features }, op) =>
      op === 'update' && guest_view_all_features === undefined ? null : 'everyone',
  ),
  project_members: {
    ...synced<ProjectMemberRow>(
      projectMemberRow,
      (row) => [roomNames.projectMembers(row.project_id), roomNames.user(row.member_id)],
      memberMoved,
    ),
    always: 'member_id',
  },
  teamspaces: synced<TeamspaceRow>(teamspaceRow, seersOfTeam),
  states: synced<StateRow>(stateRow, (row) => [roomNames.projectMembers(row.project_id)]),
  labels: synced<LabelRow>(labelRow, (row) => [roomNames.projectMembers(row.project_id)]),
  work_items: synced<WorkItemRow>(workItemRow, (row) => seersOf(row.project_id, row.created_by)),
  work_item_relations: synced<RelationRow & RelationEnds>(relationRow, (row) =>
    combineRooms(
      seersOf(row.project_id, row.issue_created_by),
      seersOf(row.related_project_id, row.related_issue_created_by),
    ),
  ),
  work_item_comments: synced<CommentRow & OfItem>(commentRow, (row) =>
    seersOf(row.project_id, row.issue_created_by),
  ),
  work_item_links: {
    ...synced<LinkRow & OfItem>(linkRow, (row) => seersOf(row.project_id, row.issue_created_by)),
    always: 'issue_id',
  },
  git_references: {
    ...synced<GitReferenceRow & OfItem>(gitReferenceRow, (row) =>
      seersOf(row.project_id, row.issue_created_by),
    ),
    always: 'issue_id',
  },
  reactions: synced<ReactionRow & OfItem>(reactionRow, (row) =>
    seersOf(row.project_id, row.issue_created_by),
  ),
  votes: synced<VoteRow & OfItem>(voteRow, (row) => seersOf(row.project_id, row.issue_created_by)),
  epic_updates: synced<EpicUpdateRow & OfItem>(epicUpdateRow, (row) =>
    seersOf(row.project_id, row.issue_created_by),
  ),
  project_updates: synced<ProjectUpdateRow>(projectUpdateRow, (row) => [
    roomNames.projectMembers(row.project_id),
  ]),
  cycles: synced<CycleRow>(cycleRow, (row) => [roomNames.projectMembers(row.project_id)]),
  intake_issues: synced<IntakeRow>(intakeRow, (row) => seersOf(row.project_id, row.created_by)),
  modules: synced<ModuleRow>(moduleRow, (row) => [roomNames.projectMembers(row.project_id)]),
  estimates: synced<EstimateRow>(estimateRow, (row) => [roomNames.projectMembers(row.project_id)]),
  estimate_points: synced<EstimatePointRow>(estimatePointRow, (row) => [
    roomNames.projectMembers(row.project_id),
  ]),
  worklogs: {
    ...synced<WorklogRow>(worklogRow, (row) => [roomNames.projectNonGuests(row.project_id)]),
    always: 'issue_id',
  },
  timers: synced<TimerRow>(timerRow, (row) => [roomNames.user(row.user_id)]),
  reminders: synced<ReminderRow>(reminderRow, (row) => [roomNames.user(row.user_id)]),
  drafts: synced<DraftRow>(draftRow, (row) => [roomNames.user(row.created_by)]),
  // Templates of a project are sent to its members, without workspace guests, because guests cannot use
  // templates.
  work_item_templates: synced<TemplateRow>(templateRow, (row) =>
    row.project_id === null
      ? [roomNames.workspaceNonGuests(row.workspace_id)]
      : combineRooms([roomNames.project(row.project_id)], [roomNames.workspaceNonGuests(row.workspace_id)]),
  ),
  work_item_attachments: synced<AttachmentRow & { issue_created_by: string | null }>(attachmentRow, (row) =>
    seersOf(row.project_id, row.issue_created_by),
  ),
  description_versions: {
    ...synced<VersionRow & OfItem>(versionRow, (row) => seersOf(row.project_id, row.issue_created_by)),
    always: 'issue_id',
  },
  // Notifications are sent to the receivers who can still see the item or page.
  notifications: synced<NotificationRow & OfItem & OfPage & { receivers: string[] }>(
    notificationRow,
    (row, workspaceId) =>
      row.receivers.flatMap((person) =>
        combineRooms(
          row.project_id === null || row.entity_name === 'page'
            ? seersOfItsPage(row, workspaceId)
            : seersOf(
                row.project_id,
                // Everybody in a project may know that they were added to it, even restricted guests.
                row.entity_name === 'project' || row.issue_created_by === person ? person : null,
              ),
          [roomNames.user(person)],
        ),
      ),
  ),
  favorites: synced<FavoriteRow>(favoriteRow, (row) => [roomNames.user(row.user_id)]),
  exports: synced<ExportRow>(exportRow, (row) => [roomNames.user(row.initiated_by)]),
  workspace_exports: synced<WorkspaceExportRow>(workspaceExportRow, (row) => [
    roomNames.user(row.initiated_by),
  ]),
  quick_links: synced<QuickLinkRow>(quickLinkRow, (row) => [roomNames.user(row.owner)]),
  home_preferences: synced<HomePreferenceRow>(homePreferenceRow, (row) => [roomNames.user(row.user_id)]),
  sidebar_preferences: synced<SidebarPreferenceRow>(sidebarPreferenceRow, (row) => [
    roomNames.user(row.user_id),
  ]),
  stickies: synced<StickyRow>(stickyRow, (row) => [roomNames.user(row.owner)]),
  recent_visits: synced<RecentVisitRow>(recentVisitRow, (row) => [roomNames.user(row.user_id)]),
  user_properties: synced<UserPropertiesRow>(userPropertiesRow, (row) => [roomNames.user(row.user_id)]),
  pages: synced<PageRow>(pageRow, seersOfPage),
  page_watches: synced<PageWatchRow>(pageWatchRow, (row) => [roomNames.user(row.user_id)]),
  page_versions: synced<PageVersionRow & OfPage>(pageVersionRow, seersOfItsPage),
  page_comments: synced<PageCommentRow & OfPage>(pageCommentRow, seersOfItsPage),
  page_imports: synced<PageImportRow>(pageImportRow, (row) => [roomNames.user(row.created_by)]),
  item_imports: synced<ItemImportRow>(itemImportRow, (row) => [roomNames.user(row.created_by)]),
  dashboards: synced<DashboardRow>(dashboardRow, ({ workspace_id, owned_by, access }) => {
    const members = [roomNames.workspaceNonGuests(workspace_id)]
    // A private dashboard is sent to its owner, unless the owner has become a guest. The combined room
    // contains only sockets that are in both rooms.
    return access === 1 ? members : combineRooms(members, [roomNames.user(owned_by)])
  }),
  views: synced<ViewRow & OfTeam>(viewRow, (row) => {
    const { project_id, workspace_id, owned_by, access } = row
    if (row.teamspace_id !== null) return seersOfTeamView(row)
    return project_id === null
      ? [...(access === 1 ? [roomNames.workspaceNonGuests(workspace_id)] : []), roomNames.user(owned_by)]
      : [...(access === 1 ? [roomNames.project(project_id)] : []), roomNames.creator(project_id, owned_by)]
  }),
} satisfies Record<string, SyncedEntity>

/** Creator of the item to which the row belongs. */
interface OfItem {
  issue_created_by: string | null
}

/** The fields of a page that determine who can see it, copied to rows that belong to the page. */
interface OfPage {
  project_ids: string[]
  page_access: PageRow['access']
  page_owned_by: string
  page_shares: PageRow['shares']
}

interface OfTeam {
  /** The members of the private teamspace that contains the view. Null for all other views. */
  team_member_ids: string[] | null
}

/** The ids of the users who created the two related items. */
interface RelationEnds {
  issue_created_by: string | null
  related_issue_created_by: string | null
}

export type EntityName = keyof typeof entities

export function isSyncedTable(table: string): table is EntityName {
  return Object.hasOwn(entities, table)
}

/**
 * Returns the user whose access changes with the membership, or `everyone` if the row does not contain the user.
 * Returns null for other changes of a membership, such as a new sidebar position.
 */
function memberMoved(
  row: { member_id?: string; role?: number; is_active?: boolean },
  op: Change['op'],
): string | 'everyone' | null {
  const isMoved = op !== 'update' || row.role !== undefined || row.is_active !== undefined
  return isMoved ? (row.member_id ?? 'everyone') : null
}

/** Returns the audience of a work item: users who see the whole project, and the creator of the item. */
function seersOf(projectId: string, createdBy: string | null): string[] {
  return [roomNames.project(projectId), ...mine([projectId], createdBy)]
}

/**
 * Returns the audience of a teamspace. Guests see no teamspaces, and admins of the workspace also see private
 * teamspaces.
 */
function seersOfTeam({
  workspace_id,
  access,
  member_ids,
}: Pick<TeamspaceRow, 'workspace_id' | 'access' | 'member_ids'>): string[] {
  const members = [roomNames.workspaceNonGuests(workspace_id)]
  if (access === 1) return members
  return [roomNames.workspaceAdmins(workspace_id), ...combineRooms(members, member_ids.map(roomNames.user))]
}

function seersOfTeamView({ workspace_id, access, owned_by, team_member_ids }: ViewRow & OfTeam): string[] {
  const isOwnerInTeam = team_member_ids === null || team_member_ids.includes(owned_by)
  // The owner of a private view may have left the private teamspace. Then the owner still receives the view only
  // as an admin of the workspace.
  const team = isOwnerInTeam
    ? roomNames.workspaceNonGuests(workspace_id)
    : roomNames.workspaceAdmins(workspace_id)
  if (access === 0) return combineRooms([team], [roomNames.user(owned_by)])
  return seersOfTeam({
    workspace_id,
    access: team_member_ids === null ? 1 : 0,
    member_ids: team_member_ids ?? [],
  })
}

function seersOfPage(
  { project_ids, access, owned_by, shares }: Pick<PageRow, 'project_ids' | 'access' | 'owned_by' | 'shares'>,
  workspaceId: string,
): string[] {
  const sharedWith = Object.keys(shares)
  if (project_ids.length === 0) {
    const members = [roomNames.workspaceNonGuests(workspaceId)]
    // The combined rooms contain only sockets that are in both rooms: the owner, unless the owner has become a guest,
    // and the people with whom the page is shared, as long as they belong to the workspace.
    const shared = combineRooms([roomNames.workspace(workspaceId)], sharedWith.map(roomNames.user))
    return [...(access === 0 ? members : combineRooms(members, [roomNames.user(owned_by)])), ...shared]
  }
  const people = [owned_by, ...sharedWith]
  const own = people.flatMap((person) => mine(project_ids, person))
  return access === 0 ? [...project_ids.map(roomNames.project), ...own] : own
}

function seersOfItsPage(row: OfPage, workspaceId: string): string[] {
  const { project_ids, page_access: access, page_owned_by: owned_by, page_shares: shares } = row
  return seersOfPage({ project_ids, access, owned_by, shares }, workspaceId)
}

function mine(projectIds: string[], userId: string | null): string[] {
  return userId === null ? [] : projectIds.map((projectId) => roomNames.creator(projectId, userId))
}
