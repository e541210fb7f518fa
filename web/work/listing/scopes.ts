import type { Calls } from '#common/calls.ts'
import type { QueryInputOf, ResponseOf } from '#common/platform/call.ts'
import {
  type AccessibleProjects,
  type ListingContext,
  listingContexts,
} from '#common/work/listing/contexts.ts'
import type { ListingScopeKind } from '#common/work/listing/properties.ts'

import type { ProjectScreen, ScreenWithPreferences } from '#common/work/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { requestWithVersion, tables } from '../../platform/app/sync.ts'

import { currentSlug } from '../../platform/shell/workspace.ts'
import { combineFilters, hasNoFilters, type RichFilters } from './rich-filters.ts'

export type ListQuery = QueryInputOf<Calls['listWorkItems']>
/** Lists with the same context share the user's preferences. */
type ScopeContext = Exclude<ScreenWithPreferences, 'workspace'>
export type ListPage = ResponseOf<Calls['listWorkItems']>

type ReadPage = (query: ListQuery) => Promise<{ answer: ListPage; version: number }>

/** A set of work items that a screen lists: its condition, the API call, and the key of the user's preferences. */
export interface ListingScope {
  kind: ListingScopeKind
  context: ListingContext
  properties: { context: ScopeContext; context_id: string }
  /**
   * The context whose texts the list shows when it is empty. The default is the context of the user's
   * preferences.
   */
  words?: ScopeContext
  /**
   * The filter that limits the API call to the items of this list. Is null if the call returns only items of
   * this list.
   */
  own: RichFilters | null
  /** Loads one page. Throws `RequestError`. Is null for lists whose items `rows` returns. */
  read: ReadPage | null
  /** Returns all items of a list whose rows are always in the store, such as drafts. */
  rows?: () => readonly WorkItemRow[]
  /** The name under which the server publishes who is viewing this list, or null. */
  presence: string | null
}

export function projectScope(slug: string, project_id: string): ListingScope {
  return {
    ...inProject('project', project_id),
    kind: 'project',
    context: listingContexts.project(project_id),
    read: (query) => requestWithVersion('listWorkItems', { params: { slug, project_id }, query }),
    presence: `project:${project_id}`,
  }
}

export function archivedScope(slug: string, project_id: string): ListingScope {
  return {
    ...inProject('archived', project_id),
    kind: 'archived',
    context: listingContexts.archived(project_id),
    read: (query) => requestWithVersion('listArchivedWorkItems', { params: { slug, project_id }, query }),
    presence: null,
  }
}

export function epicsScope(slug: string, project_id: string): ListingScope {
  return {
    ...inProject('epics', project_id),
    kind: 'epics',
    context: listingContexts.epics(project_id),
    read: (query) => requestWithVersion('listEpics', { params: { slug, project_id }, query }),
    presence: `epics:${project_id}`,
  }
}

/** Returns the list definition for the items in a cycle or module. */
export function cycleOrModuleScope(
  kind: 'cycle' | 'module',
  project_id: string,
  id: string,
  takesItems: boolean,
): ListingScope {
  const params = { slug: currentSlug(), project_id }
  return {
    kind,
    context: listingContexts[kind](project_id, id, takesItems),
    own: null,
    properties: { context: kind, context_id: id },
    read: (query) =>
      kind === 'cycle'
        ? requestWithVersion('listCycleWorkItems', { params: { ...params, cycle_id: id }, query })
        : requestWithVersion('listModuleWorkItems', { params: { ...params, module_id: id }, query }),
    presence: null,
  }
}

export const workspaceTabs = ['all-issues', 'assigned', 'created', 'subscribed'] as const
export type WorkspaceTab = (typeof workspaceTabs)[number]

export function workspaceScope(
  slug: string,
  tab: WorkspaceTab,
  projects: AccessibleProjects,
  me: string,
): ListingScope {
  const { context, own } = {
    'all-issues': () => ({ context: listingContexts.allIssues(projects), own: null }),
    assigned: () => ({ context: listingContexts.assigned(projects, me), own: { assignee_id: me } }),
    created: () => ({ context: listingContexts.created(projects, me), own: { created_by_id: me } }),
    subscribed: () => ({ context: listingContexts.subscribed(projects, me), own: { subscriber_id: me } }),
  }[tab]()
  return {
    kind: 'workspace',
    context,
    own,
    properties: { context: tab, context_id: projects.workspace_id },
    read: (query) => requestWithVersion('listWorkspaceWorkItems', { params: { slug }, query }),
    presence: null,
  }
}

/** The scope of the items in the projects of a teamspace. */
export function teamScope(
  slug: string,
  projects: AccessibleProjects,
  team: { id: string; project_ids: readonly string[] },
): ListingScope {
  return {
    kind: 'team',
    context: listingContexts.team(projects, team),
    own: null,
    properties: { context: 'team', context_id: team.id },
    read: (query) =>
      requestWithVersion('listTeamspaceWorkItems', { params: { slug, teamspace_id: team.id }, query }),
    presence: null,
  }
}

/** Returns whether the list contains drafts instead of work items. */
export function isDraftsScope({ kind }: Pick<ListingScope, 'kind'>): boolean {
  return kind === 'drafts' || kind === 'project_drafts'
}

/** The user's drafts. `useShowDraftsAsItems` shows them as rows of work items while the screen is open. */
export function draftsScope(workspace_id: string): ListingScope {
  return {
    kind: 'drafts',
    context: listingContexts.drafts(workspace_id),
    own: null,
    properties: { context: 'drafts', context_id: workspace_id },
    ...loadedDrafts,
  }
}

/** The user's drafts of one project. */
export function projectDraftsScope(project_id: string): ListingScope {
  return {
    ...inProject('project-drafts', project_id),
    kind: 'project_drafts',
    context: listingContexts.projectDrafts(project_id),
    ...loadedDrafts,
  }
}

/**
 * The fields that all scopes of drafts share. All drafts of the user are in the store, because there are only a few,
 * so no page has to be loaded.
 */
const loadedDrafts = {
  read: null,
  rows: () => [...tables.work_items.values()].filter((row) => row.is_draft),
  presence: null,
}

export const profileTabs = ['assigned', 'created', 'subscribed'] as const
export type ProfileTab = (typeof profileTabs)[number]

export function profileScope(
  slug: string,
  tab: ProfileTab,
  projects: AccessibleProjects,
  user_id: string,
): ListingScope {
  const { context, own } = {
    assigned: () => ({
      context: listingContexts.profileAssigned(projects, user_id),
      own: { assignee_id: user_id },
    }),
    created: () => ({
      context: listingContexts.profileCreated(projects, user_id),
      own: { created_by_id: user_id },
    }),
    subscribed: () => ({
      context: listingContexts.profileSubscribed(projects, user_id),
      own: { subscriber_id: user_id },
    }),
  }[tab]()
  return {
    kind: 'profile',
    context,
    own,
    properties: { context: `profile-${tab}`, context_id: projects.workspace_id },
    read: (query) => requestWithVersion('listUserWorkItems', { params: { slug, user_id }, query }),
    presence: null,
  }
}

/**
 * Returns the URL of the export or analytics screen. Its parameters contain the project and the filters of a
 * list. Returns null if the list contains items that these screens do not count.
 */
export function createPathWithListFilters(
  screen: ScreenWithFilters,
  { kind, context, own, properties }: ListingScope,
  filters: RichFilters,
): string | null {
  if (kind === 'archived' || kind === 'epics' || isDraftsScope({ kind })) return null
  const within = kind === 'cycle' || kind === 'module' ? { [`${kind}_id`]: properties.context_id } : own
  return createPathWithFilters(screen, context.project_id, combineFilters(within, filters))
}

type ScreenWithFilters = 'settings/exports' | 'analytics/work-items'

/**
 * Returns the URL of the export or analytics screen for the work items that match the filters, in one project
 * or in the whole workspace (null).
 */
export function createPathWithFilters(
  screen: ScreenWithFilters,
  project_id: string | null,
  filters: RichFilters,
): string {
  const search = new URLSearchParams()
  if (project_id !== null) search.set('project', project_id)
  if (!hasNoFilters(filters)) search.set('filters', JSON.stringify(filters))
  return `/${currentSlug()}/${screen}?${search}`
}

function inProject(context: ProjectScreen, project_id: string) {
  return { properties: { context, context_id: project_id }, own: null }
}
