import { all, any, type Condition, everything, isIn, not } from './condition.ts'
import type { GroupKey } from './keys.ts'

/**
 * A place that shows work items: which of them belong there, and what one may do. The language knows contexts by this form alone, so
 * a cycle, a module or a saved view becomes one by making such an object.
 */
export interface ListingContext {
  /** Names the place among all others; what a person sets there is kept under it. */
  key: string
  condition: Condition
  /** Null where items of several projects meet. */
  project_id: string | null
  canCreate: boolean
  canQuickAdd: boolean
  /** What a board stands by when nothing is chosen. */
  boardGroup: GroupKey
  /** Whether items have a common manual order there. */
  hasManualOrder: boolean
  /** What an item that is made there begins with. */
  gives?: { cycle_id?: string; module_ids?: string[]; is_epic?: true }
}

/** In no list: drafts, the archive, and what intake has not accepted. */
const present = [
  { kind: 'is', field: 'is_draft', value: false },
  { kind: 'is', field: 'is_archived', value: false },
  not(isIn('state__group', ['triage'])),
] as const satisfies Condition[]
/** What is work itself; epics are what it adds up to, and have a list of their own. */
const visible = all(...present, { kind: 'is', field: 'is_epic', value: false })

/** The projects of a workspace that a person has access to and that are not archived. */
export interface ProjectSet {
  workspace_id: string
  project_ids: readonly string[]
}

export const contexts = {
  project: (project_id: string) => inProject('project', project_id, visible),
  archived: (project_id: string): ListingContext => ({
    ...inProject(
      'archived',
      project_id,
      all({ kind: 'is', field: 'is_draft', value: false }, { kind: 'is', field: 'is_archived', value: true }),
    ),
    canCreate: false,
    canQuickAdd: false,
  }),
  allIssues: (projects: ProjectSet) => inWorkspace('all-issues', projects, everything),
  assigned: (projects: ProjectSet, me: string) =>
    inWorkspace('assigned', projects, isIn('assignee_ids', [me])),
  created: (projects: ProjectSet, me: string) => inWorkspace('created', projects, isIn('created_by', [me])),
  subscribed: (projects: ProjectSet, me: string) =>
    inWorkspace('subscribed', projects, isIn('subscriber_ids', [me])),
  /** What is planned for a cycle; one that is over takes nothing more. */
  cycle: (project_id: string, id: string, takesItems = true): ListingContext => ({
    ...inProject('project', project_id, all(visible, isIn('cycle_id', [id]))),
    key: `cycle:${id}`,
    gives: { cycle_id: id },
    canCreate: takesItems,
    canQuickAdd: takesItems,
  }),
  /** What belongs to a module; an archived one takes nothing more. */
  module: (project_id: string, id: string, takesItems = true): ListingContext => ({
    ...inProject('project', project_id, all(visible, isIn('module_ids', [id]))),
    key: `module:${id}`,
    gives: { module_ids: [id] },
    canCreate: takesItems,
    canQuickAdd: takesItems,
  }),
  /** What the work of a project adds up to. */
  epics: (project_id: string): ListingContext => ({
    ...inProject('epics', project_id, all(...present, { kind: 'is', field: 'is_epic', value: true })),
    gives: { is_epic: true },
  }),
  /** A saved view of a project or of the workspace: the same place, with what the view's filters say. */
  view: (id: string, within: ListingContext, filters: Condition): ListingContext => ({
    ...within,
    key: `view:${id}`,
    condition: all(within.condition, filters),
  }),
  /** All that concerns a person; the tabs narrow it by a filter on assignees, created_by or subscriber. */
  profile: (projects: ProjectSet, user_id: string) =>
    ofPerson('profile', projects, user_id, concerns(user_id)),
  profileAssigned: (projects: ProjectSet, user_id: string) =>
    ofPerson('profile-assigned', projects, user_id, isIn('assignee_ids', [user_id])),
  profileCreated: (projects: ProjectSet, user_id: string) =>
    ofPerson('profile-created', projects, user_id, isIn('created_by', [user_id])),
  profileSubscribed: (projects: ProjectSet, user_id: string): ListingContext => ({
    ...ofPerson('profile-subscribed', projects, user_id, isIn('subscriber_ids', [user_id])),
    canCreate: false,
    canQuickAdd: false,
  }),
}

function inProject(name: string, project_id: string, condition: Condition): ListingContext {
  return {
    key: `${name}:${project_id}`,
    condition: all(isIn('project_id', [project_id]), condition),
    project_id,
    canCreate: true,
    canQuickAdd: true,
    boardGroup: 'state_id',
    hasManualOrder: true,
  }
}

function inWorkspace(name: string, projects: ProjectSet, condition: Condition): ListingContext {
  return {
    key: `${name}:${projects.workspace_id}`,
    condition: all(isIn('project_id', projects.project_ids), visible, condition),
    project_id: null,
    canCreate: true,
    canQuickAdd: true,
    boardGroup: 'state_id',
    hasManualOrder: false,
  }
}

function ofPerson(name: string, projects: ProjectSet, user_id: string, condition: Condition): ListingContext {
  return {
    ...inWorkspace(name, projects, condition),
    key: `${name}:${projects.workspace_id}:${user_id}`,
    boardGroup: 'priority',
    hasManualOrder: true,
  }
}

function concerns(user_id: string): Condition {
  return any(
    isIn('assignee_ids', [user_id]),
    isIn('created_by', [user_id]),
    isIn('subscriber_ids', [user_id]),
  )
}
