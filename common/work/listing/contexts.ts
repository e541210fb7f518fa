import {
  allConditions,
  anyCondition,
  type ListingCondition,
  matchAllCondition,
  negateCondition,
  oneOfValuesCondition,
} from './condition.ts'
import type { GroupKey } from './keys.ts'

/**
 * A screen that lists work items: the items that it contains, and the actions that users may take on this
 * screen. Filters and layouts use only this interface. Cycles, modules and saved views each provide a
 * `ListingContext`.
 */
export interface ListingContext {
  /** Key that identifies the context. The settings of the user are stored under this key. */
  key: string
  condition: ListingCondition
  /** Project of the items; null if the context contains items of several projects. */
  project_id: string | null
  canCreate: boolean
  canQuickAdd: boolean
  /**
   * The project that the dialog for new items suggests, if the context contains items of several projects.
   */
  suggestedProject?: string
  /** Grouping of a board if the user has not chosen one. */
  boardGroup: GroupKey
  /** True if the items have a manual order that all users share. */
  hasManualOrder: boolean
  /** True if users create epics on this screen instead of work items. */
  createsEpics?: true
}

/** Conditions that exclude drafts, archived items and items in intake. */
const inLists = [
  { kind: 'is', field: 'is_draft', value: false },
  { kind: 'is', field: 'is_archived', value: false },
  negateCondition(oneOfValuesCondition('state__group', ['triage'])),
] as const satisfies ListingCondition[]
/** Condition for lists of items. It also excludes epics, which have separate lists. */
const visible = allConditions(...inLists, { kind: 'is', field: 'is_epic', value: false })

/** The projects of a workspace that a user can access and that are not archived. */
export interface AccessibleProjects {
  workspace_id: string
  project_ids: readonly string[]
}

export const listingContexts = {
  project: (project_id: string) => inProject('project', project_id, visible),
  archived: (project_id: string): ListingContext => ({
    ...inProject(
      'archived',
      project_id,
      allConditions(
        { kind: 'is', field: 'is_draft', value: false },
        { kind: 'is', field: 'is_archived', value: true },
      ),
    ),
    canCreate: false,
    canQuickAdd: false,
  }),
  allIssues: (projects: AccessibleProjects) => inWorkspace('all-issues', projects, matchAllCondition),
  assigned: (projects: AccessibleProjects, me: string) =>
    inWorkspace('assigned', projects, oneOfValuesCondition('assignee_ids', [me])),
  created: (projects: AccessibleProjects, me: string) =>
    inWorkspace('created', projects, oneOfValuesCondition('created_by', [me])),
  subscribed: (projects: AccessibleProjects, me: string) =>
    inWorkspace('subscribed', projects, oneOfValuesCondition('subscriber_ids', [me])),
  /** The items of a cycle. A completed cycle accepts no new items. */
  cycle: (project_id: string, id: string, takesItems = true): ListingContext => ({
    ...inProject('project', project_id, allConditions(visible, oneOfValuesCondition('cycle_id', [id]))),
    key: `cycle:${id}`,
    canCreate: takesItems,
    canQuickAdd: takesItems,
  }),
  /** The items of a module. An archived module accepts no new items. */
  module: (project_id: string, id: string, takesItems = true): ListingContext => ({
    ...inProject('project', project_id, allConditions(visible, oneOfValuesCondition('module_ids', [id]))),
    key: `module:${id}`,
    canCreate: takesItems,
    canQuickAdd: takesItems,
  }),
  /** The epics of a project. */
  epics: (project_id: string): ListingContext => ({
    ...inProject(
      'epics',
      project_id,
      allConditions(...inLists, { kind: 'is', field: 'is_epic', value: true }),
    ),
    createsEpics: true,
  }),
  /**
   * The context of a saved view: the context of its project or workspace, limited by the filters of the view.
   */
  view: (id: string, within: ListingContext, filters: ListingCondition): ListingContext => ({
    ...within,
    key: `view:${id}`,
    condition: allConditions(within.condition, filters),
  }),
  /**
   * The items of the projects of a teamspace that the user can access. A view of the teamspace limits them further.
   */
  team: (
    projects: AccessibleProjects,
    team: { id: string; project_ids: readonly string[] },
  ): ListingContext => {
    const project_ids = projects.project_ids.filter((one) => team.project_ids.includes(one))
    return {
      ...inWorkspace('team', { ...projects, project_ids }, matchAllCondition),
      key: `team:${team.id}`,
      boardGroup: 'state__group',
      hasManualOrder: true,
      canCreate: project_ids.length > 0,
      ...(project_ids[0] !== undefined && { suggestedProject: project_ids[0] }),
    }
  },
  /** The user's own drafts, in all projects and without a project. */
  drafts: (workspace_id: string): ListingContext => ({
    ...ofDrafts,
    key: `drafts:${workspace_id}`,
    condition: { kind: 'is', field: 'is_draft', value: true },
  }),
  /** The user's own drafts of one project. */
  projectDrafts: (project_id: string): ListingContext => ({
    ...inProject('project-drafts', project_id, { kind: 'is', field: 'is_draft', value: true }),
    canQuickAdd: false,
    hasManualOrder: false,
  }),
  /**
   * All items that a user is involved in. The tabs of a profile filter these by `assignees`, `created_by` or
   * `subscriber`.
   */
  profile: (projects: AccessibleProjects, user_id: string) =>
    ofPerson('profile', projects, user_id, concerns(user_id)),
  profileAssigned: (projects: AccessibleProjects, user_id: string) =>
    ofPerson('profile-assigned', projects, user_id, oneOfValuesCondition('assignee_ids', [user_id])),
  profileCreated: (projects: AccessibleProjects, user_id: string) =>
    ofPerson('profile-created', projects, user_id, oneOfValuesCondition('created_by', [user_id])),
  profileSubscribed: (projects: AccessibleProjects, user_id: string): ListingContext => ({
    ...ofPerson('profile-subscribed', projects, user_id, oneOfValuesCondition('subscriber_ids', [user_id])),
    canCreate: false,
    canQuickAdd: false,
  }),
}

/**
 * Drafts have no manual order, because a new draft is shown first. Quick add creates work items and no
 * drafts.
 */
const ofDrafts = {
  project_id: null,
  canCreate: true,
  canQuickAdd: false,
  boardGroup: 'priority',
  hasManualOrder: false,
} as const satisfies Partial<ListingContext>

function inProject(name: string, project_id: string, condition: ListingCondition): ListingContext {
  return {
    key: `${name}:${project_id}`,
    condition: allConditions(oneOfValuesCondition('project_id', [project_id]), condition),
    project_id,
    canCreate: true,
    canQuickAdd: true,
    boardGroup: 'state_id',
    hasManualOrder: true,
  }
}

function inWorkspace(
  name: string,
  projects: AccessibleProjects,
  condition: ListingCondition,
): ListingContext {
  return {
    key: `${name}:${projects.workspace_id}`,
    condition: allConditions(oneOfValuesCondition('project_id', projects.project_ids), visible, condition),
    project_id: null,
    canCreate: true,
    canQuickAdd: true,
    // Each project has its own states, so boards across projects have a column for each group of states.
    boardGroup: 'state__group',
    hasManualOrder: false,
  }
}

function ofPerson(
  name: string,
  projects: AccessibleProjects,
  user_id: string,
  condition: ListingCondition,
): ListingContext {
  return {
    ...inWorkspace(name, projects, condition),
    key: `${name}:${projects.workspace_id}:${user_id}`,
    boardGroup: 'priority',
    hasManualOrder: true,
  }
}

function concerns(user_id: string): ListingCondition {
  return anyCondition(
    oneOfValuesCondition('assignee_ids', [user_id]),
    oneOfValuesCondition('created_by', [user_id]),
    oneOfValuesCondition('subscriber_ids', [user_id]),
  )
}
