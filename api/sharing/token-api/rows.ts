import type { CallName, Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'

/** A row of an answer, with the field names of the token API. */
export type Row = Record<string, unknown>

type Own<C extends CallName> = ResponseOf<Calls[C]>
type Element<List> = List extends (infer One)[] ? One : never

/**
 * Returns fields that clients of the Plane API expect but Tandem does not have. Their value is always null.
 */
function absent<const Names extends string[]>(...names: Names): Record<Names[number], null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Names[number], null>
}

interface Stored {
  id: string
  workspace_id: string
  project_id?: string | null | undefined
  created_at?: string
  updated_at?: string
  created_by?: string | null
  updated_by?: string | null
}

/** The fields that all rows have in common. */
function commonFields(row: Stored): Row {
  return {
    id: row.id,
    created_at: row.created_at ?? null,
    updated_at: row.updated_at ?? null,
    deleted_at: null,
    created_by: row.created_by ?? null,
    updated_by: row.updated_by ?? null,
    workspace: row.workspace_id,
    ...(row.project_id !== undefined && { project: row.project_id }),
  }
}

/** The external ids of rows for which Tandem does not store them. */
const externalIds = absent('external_source', 'external_id')

function externalIdsOf({ external_source, external_id }: ExternalIds): Row {
  return { external_source: external_source ?? null, external_id: external_id ?? null }
}

interface ExternalIds {
  external_source?: string | null | undefined
  external_id?: string | null | undefined
}

interface Person {
  id: string
  first_name?: string
  last_name?: string
  email?: string | null
  avatar_url?: string | null
  display_name?: string
}

export function personRow({ id, first_name, last_name, email, avatar_url, display_name }: Person): Row {
  return {
    id,
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? null,
    avatar: avatar_url ?? '',
    avatar_url: avatar_url ?? null,
    display_name: display_name ?? '',
  }
}

/** Returns a project in the form of the Plane API. `counts` contains the numbers of its members, cycles and modules. */
export function projectRow(row: Own<'getProject'>, counts: Row): Row {
  return {
    ...commonFields({ ...row, project_id: undefined }),
    ...absent('description_text', 'description_html', 'emoji', 'icon_prop', 'cover_image_asset'),
    ...externalIdsOf(row),
    name: row.name,
    description: row.description,
    network: row.network,
    identifier: row.identifier,
    default_assignee: row.default_assignee,
    project_lead: row.project_lead,
    default_state: row.default_state,
    estimate: row.estimate,
    module_view: row.module_view,
    cycle_view: row.cycle_view,
    issue_views_view: row.issue_views_view,
    page_view: row.page_view,
    intake_view: row.inbox_view,
    is_time_tracking_enabled: row.is_time_tracking_enabled,
    is_issue_type_enabled: row.is_issue_type_enabled,
    guest_view_all_features: row.guest_view_all_features,
    cover_image: row.cover_image_url,
    cover_image_url: row.cover_image_url,
    archive_in: row.archive_in,
    close_in: row.close_in,
    logo_props: row.logo_props,
    archived_at: row.archived_at,
    timezone: row.timezone,
    sort_order: row.sort_order,
    is_member: row.member_role !== null,
    member_role: row.member_role,
    is_deployed: row.anchor !== null,
    ...counts,
  }
}

export function stateRow(row: Own<'getState'>): Row {
  return {
    ...commonFields(row),
    ...externalIdsOf(row),
    name: row.name,
    description: row.description,
    color: row.color,
    slug: row.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
    sequence: row.sequence,
    group: row.group,
    is_triage: false,
    default: row.default,
  }
}

export function labelRow(row: Element<Own<'listLabels'>>): Row {
  return {
    ...commonFields(row),
    ...externalIdsOf(row),
    name: row.name,
    description: '',
    color: row.color,
    sort_order: row.sort_order,
    parent: row.parent,
  }
}

type ItemFields = Own<'createWorkItem'> & { description_html?: string | undefined }

export function itemRow(row: ItemFields): Row {
  return {
    ...commonFields(row),
    ...externalIdsOf(row),
    ...absent('description_binary', 'point'),
    name: row.name,
    description_html: row.description_html ?? null,
    priority: row.priority,
    start_date: row.start_date,
    target_date: row.target_date,
    sequence_id: row.sequence_id,
    sort_order: row.sort_order,
    completed_at: row.completed_at,
    archived_at: row.archived_at,
    is_draft: row.is_draft,
    parent: row.parent_id,
    state: row.state_id,
    estimate_point: row.estimate_point,
    type: row.type_id,
    type_id: row.type_id,
    assignees: row.assignee_ids,
    labels: row.label_ids,
  }
}

export function linkRow(row: Element<Own<'listLinks'>>): Row {
  const { title, url, metadata, issue_id } = row
  return { ...commonFields(row), title, url, metadata, issue: issue_id }
}

export function commentRow(row: Element<Own<'listComments'>>): Row {
  return {
    ...commonFields(row),
    ...externalIdsOf(row),
    comment_html: row.comment_html,
    description: null,
    attachments: [],
    issue: row.issue_id,
    actor: row.actor,
    access: row.access,
    edited_at: row.edited_at,
    parent: row.parent_id,
    is_member: true,
  }
}

type HistoryEntry = Extract<Element<Own<'listHistory'>>, { verb: string }>

export function activityRow(row: HistoryEntry): Row {
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.created_at,
    deleted_at: null,
    verb: row.verb,
    field: row.field,
    old_value: row.old_value,
    new_value: row.new_value,
    comment: row.comment,
    attachments: [],
    issue_comment: null,
    actor: row.actor,
    old_identifier: row.old_identifier,
    new_identifier: row.new_identifier,
    epoch: row.epoch,
    issue: row.issue,
    project: row.project,
    workspace: row.workspace,
  }
}

export function attachmentRow(row: Element<Own<'listAttachments'>>): Row {
  return {
    ...commonFields(row),
    ...externalIds,
    ...absent('user', 'draft_issue', 'comment', 'page', 'entity_identifier'),
    attributes: row.attributes,
    asset: row.asset,
    asset_url: row.asset_url,
    issue: row.issue_id,
    entity_type: 'ISSUE_ATTACHMENT',
    is_deleted: false,
    is_archived: false,
    size: row.attributes.size,
    is_uploaded: true,
    storage_metadata: null,
  }
}

interface Counted {
  total_issues: number
  backlog_issues: number
  unstarted_issues: number
  started_issues: number
  completed_issues: number
  cancelled_issues: number
}

function counts(row: Counted): Row {
  const { total_issues, backlog_issues, unstarted_issues } = row
  const { started_issues, completed_issues, cancelled_issues } = row
  return {
    total_issues,
    backlog_issues,
    unstarted_issues,
    started_issues,
    completed_issues,
    cancelled_issues,
  }
}

type CycleFields = Element<Own<'listCycles'>>

/** Returns a cycle in the form of the Plane API. `timezone` is the time zone of the project. */
export function cycleRow(row: CycleFields, timezone: string): Row {
  return {
    ...commonFields(row),
    ...externalIdsOf(row),
    ...counts(row),
    name: row.name,
    description: row.description,
    start_date: row.start_date,
    end_date: row.end_date,
    owned_by: row.owned_by_id,
    view_props: {},
    sort_order: row.sort_order,
    progress_snapshot: row.progress_snapshot,
    archived_at: row.archived_at,
    logo_props: row.logo_props,
    timezone,
    version: row.version,
    total_estimates: row.total_estimate_points,
    completed_estimates: row.completed_estimate_points,
    started_estimates: row.started_estimate_points,
  }
}

export function moduleRow(row: Element<Own<'listModules'>>): Row {
  return {
    ...commonFields(row),
    ...externalIdsOf(row),
    ...counts(row),
    ...absent('description_text', 'description_html'),
    name: row.name,
    description: row.description,
    start_date: row.start_date,
    target_date: row.target_date,
    status: row.status,
    lead: row.lead_id,
    members: row.member_ids,
    view_props: {},
    sort_order: row.sort_order,
    archived_at: row.archived_at,
    logo_props: row.logo_props,
  }
}

export function estimateRow(row: Element<Own<'listEstimates'>>): Row {
  const { name, description, type, last_used } = row
  return { ...commonFields(row), ...externalIds, name, description, type, last_used }
}

export function estimatePointRow(row: Own<'createEstimatePoint'>): Row {
  const { estimate_id, key, description, value } = row
  return { ...commonFields(row), ...externalIds, estimate: estimate_id, key, description, value }
}

export function stickyRow(row: Omit<Own<'getSticky'>, 'description'> & { description?: unknown }): Row {
  return {
    ...commonFields(row),
    created_by: row.owner,
    updated_by: row.owner,
    name: row.name,
    description: row.description ?? {},
    description_html: row.description_html,
    logo_props: row.logo_props,
    color: row.color,
    background_color: row.background_color,
    owner: row.owner,
    sort_order: row.sort_order,
  }
}

export function invitationRow(row: Own<'getInvitation'>): Row {
  const { id, email, role, created_at, responded_at, accepted } = row
  return { id, email, role, created_at, updated_at: responded_at ?? created_at, responded_at, accepted }
}

export function worklogRow(row: Own<'createWorklog'>): Row {
  const { duration, description, logged_by, issue_id, project_id, workspace_id } = row
  return { ...commonFields(row), duration, description, logged_by, issue: issue_id, project_id, workspace_id }
}

export function pageRow(row: Element<Own<'listPages'>> & { description_html?: string }): Row {
  return {
    ...commonFields({ ...row, project_id: undefined }),
    ...externalIds,
    ...absent('description_binary'),
    name: row.name,
    description_html: row.description_html ?? null,
    owned_by: row.owned_by,
    access: row.access,
    logo_props: row.logo_props,
    parent: row.parent,
    projects: row.project_ids,
    is_locked: row.is_locked,
    archived_at: row.archived_at,
  }
}

export function teamspaceRow(row: Element<Own<'listTeamspaces'>>): Row {
  const { name, description, logo_props, lead_id } = row
  return {
    ...commonFields(row),
    ...externalIds,
    name,
    description_html: description,
    logo_props,
    lead: lead_id,
  }
}

export function projectLiteRow(row: Element<Own<'listProjects'>>): Row {
  const { id, name, identifier, logo_props, archived_at } = row
  return { id, name, identifier, logo_props, archived_at }
}

export function cycleLiteRow({ id, name, start_date, end_date, project_id, workspace_id }: CycleFields): Row {
  return { id, name, start_date, end_date, project: project_id, workspace: workspace_id }
}
