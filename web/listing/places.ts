import type { AnswerOf, QuerySent } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import { contexts, type ListingContext, type Scope } from '#common/listing/contexts.ts'
import type { PlaceKind } from '#common/listing/properties.ts'
import type { PropertiesContext } from '#common/user-properties/rules.ts'
import { requestWithVersion } from '../app/sync.ts'
import type { RichFilters } from './rich-filters.ts'

export type ListQuery = QuerySent<Calls['listWorkItems']>
/** Places of a kind share what a person prefers there. */
type PlaceContext = Exclude<PropertiesContext, 'epics' | 'workspace'>
export type ListAnswer = AnswerOf<Calls['listWorkItems']>

/** Somewhere that work items are shown: what belongs there, which call lists it, and where one's preferences for it are kept. */
export interface Place {
  kind: PlaceKind
  context: ListingContext
  properties: { context: PlaceContext; context_id: string }
  /** What is said where nothing is in it, if not what is said in every place of its context. */
  words?: PlaceContext
  /** Narrows the call, which lists more than the place shows. */
  own: RichFilters | null
  /** One page. Throws `RequestError`. */
  read: (query: ListQuery) => Promise<{ answer: ListAnswer; version: number }>
  /** Where others are seen at work, null where nobody is. */
  presence: string | null
}

export function projectPlace(slug: string, project_id: string): Place {
  return {
    ...inProject('project', project_id),
    kind: 'project',
    context: contexts.project(project_id),
    read: (query) => requestWithVersion('listWorkItems', { params: { slug, project_id }, query }),
    presence: `project:${project_id}`,
  }
}

export function archivedPlace(slug: string, project_id: string): Place {
  return {
    ...inProject('archived', project_id),
    kind: 'archived',
    context: contexts.archived(project_id),
    read: (query) => requestWithVersion('listArchivedWorkItems', { params: { slug, project_id }, query }),
    presence: null,
  }
}

export const workspaceTabs = ['all-issues', 'assigned', 'created', 'subscribed'] as const
export type WorkspaceTab = (typeof workspaceTabs)[number]

export function workspacePlace(slug: string, tab: WorkspaceTab, scope: Scope, me: string): Place {
  const { context, own } = {
    'all-issues': () => ({ context: contexts.allIssues(scope), own: null }),
    assigned: () => ({ context: contexts.assigned(scope, me), own: { assignee_id: me } }),
    created: () => ({ context: contexts.created(scope, me), own: { created_by_id: me } }),
    subscribed: () => ({ context: contexts.subscribed(scope, me), own: { subscriber_id: me } }),
  }[tab]()
  return {
    kind: 'workspace',
    context,
    own,
    properties: { context: tab, context_id: scope.workspace_id },
    read: (query) => requestWithVersion('listWorkspaceWorkItems', { params: { slug }, query }),
    presence: null,
  }
}

export const profileTabs = ['assigned', 'created', 'subscribed'] as const
export type ProfileTab = (typeof profileTabs)[number]

export function profilePlace(slug: string, tab: ProfileTab, scope: Scope, user_id: string): Place {
  const { context, own } = {
    assigned: () => ({ context: contexts.profileAssigned(scope, user_id), own: { assignee_id: user_id } }),
    created: () => ({ context: contexts.profileCreated(scope, user_id), own: { created_by_id: user_id } }),
    subscribed: () => ({
      context: contexts.profileSubscribed(scope, user_id),
      own: { subscriber_id: user_id },
    }),
  }[tab]()
  return {
    kind: 'profile',
    context,
    own,
    properties: { context: `profile-${tab}`, context_id: scope.workspace_id },
    read: (query) => requestWithVersion('listUserWorkItems', { params: { slug, user_id }, query }),
    presence: null,
  }
}

function inProject(context: 'project' | 'archived', project_id: string) {
  return { properties: { context, context_id: project_id }, own: null }
}
