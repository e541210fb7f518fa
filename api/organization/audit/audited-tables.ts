import type { Selectable } from 'kysely'
import type { AuditAction } from '#common/organization/audit/rules.ts'
import type { AuditRecord, AuditValue } from '#common/organization/audit/schema.ts'
import type { ApiTokenRow } from '../../identity/api-tokens/entity.ts'
import type { User } from '../../identity/users/entity.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { AuditEntry } from '../../platform/feed/audit-entry.ts'
import type { Workspace, WorkspaceInvite, WorkspaceMember } from '../workspaces/entity.ts'
import { describePageForAudit } from './describe-page.ts'

type FileAsset = Selectable<Tables['file_assets']>
type Page = Selectable<Tables['pages']>
type WebhookRow = Selectable<Tables['webhooks']>
type GitConnectionRow = Selectable<Tables['git_connections']>
type View = Selectable<Tables['views']>
type Project = Selectable<Tables['projects']>
type ProjectMember = Selectable<Tables['project_members']>

/**
 * The change that a transaction made to a row. `before` is null for a new row, and `after` is null for a
 * deleted row.
 */
export interface AuditedRowChange<Row = Record<string, unknown>> {
  before: Row | null
  after: Row | null
  actor_id: string | null
}

/** Reasons why `AuditLogSubscriber` does not watch a table. */
type Unwatched =
  /** Content of projects and pages. Its changes are recorded in activity histories and versions. */
  | 'work'
  /** Settings and data that belong to one user. */
  | 'own'
  /** Internal data of the server. */
  | 'internal'
  /** Commands call `addAuditEntry` directly, because the row does not contain enough information. */
  | 'explicit'

type Watch = (change: AuditedRowChange) => AuditEntry[]

/**
 * Maps the changes of each table to audit entries. Every table is listed, so that the author of a new table
 * has to decide whether to audit it. `audit-log.ts` uses this map at each flush. SQL that bypasses the unit
 * of work calls `addAuditEntry` instead.
 */
export const auditedTables: Record<keyof Tables, Watch | Unwatched> = {
  users: watch(users),
  linked_accounts: watch<{ id: string; user_id: string; provider: string }>(({ before, after }) => {
    const row = after ?? before
    if (row === null || (before !== null && after !== null)) return []
    const target = { kind: 'user', id: row.user_id } as const
    return [
      {
        action: after === null ? 'account.unlinked' : 'account.linked',
        target,
        facts: { provider: row.provider },
      },
    ]
  }),
  api_tokens: watch(apiTokens),
  service_accounts: 'explicit',
  instance_admins: watch<{ user_id: string }>(({ before, after }) => {
    const action = after === null ? 'instance.admin_removed' : 'instance.admin_added'
    return [{ action, target: { kind: 'user', id: (after ?? before)?.user_id ?? null } }]
  }),
  workspaces: watch(workspaces),
  workspace_members: watch(workspaceMembers),
  workspace_invites: watch(invitations),
  projects: watch(projects),
  project_members: watch(projectMembers),
  webhooks: watch(webhooks),
  file_assets: watch(files),
  sessions: 'explicit',
  mailed_secrets: 'internal',
  sign_in_challenges: 'internal',
  totp_factors: 'explicit',
  recovery_codes: 'explicit',
  passkeys: 'explicit',
  passkey_questions: 'internal',
  instances: 'explicit',
  instance_settings: 'explicit',
  provider_sign_ins: 'internal',
  offered_accounts: 'internal',
  job_failures: 'explicit',
  profiles: 'own',
  webhook_logs: 'internal',
  workspace_versions: 'internal',
  project_sequences: 'internal',
  workspace_themes: 'work',
  teamspaces: 'work',
  teamspace_activities: 'work',
  states: 'work',
  labels: 'work',
  cycles: 'work',
  cycle_days: 'internal',
  cycle_shares: 'internal',
  modules: 'work',
  module_days: 'internal',
  module_shares: 'internal',
  estimates: 'work',
  estimate_points: 'work',
  work_item_types: 'work',
  work_items: 'work',
  epic_counts: 'internal',
  epic_updates: 'work',
  project_updates: 'work',
  former_project_identifiers: 'explicit',
  former_work_item_keys: 'internal',
  worklogs: 'work',
  worklog_totals: 'internal',
  timers: 'own',
  reminders: 'own',
  intake_issues: 'work',
  work_item_relations: 'work',
  work_item_links: 'work',
  git_connections: watch(gitConnections),
  git_deliveries: 'internal',
  git_issues: 'internal',
  git_issue_comments: 'internal',
  git_references: 'work',
  github_authorizations: 'internal',
  reactions: 'work',
  votes: 'work',
  work_item_activities: 'work',
  work_item_comments: 'work',
  description_versions: 'work',
  description_version_texts: 'work',
  page_versions: 'work',
  page_version_texts: 'work',
  page_comments: 'work',
  page_links: 'internal',
  file_uses: 'internal',
  calendar_feeds: 'explicit',
  exports: 'explicit',
  workspace_exports: 'explicit',
  deploy_boards: 'explicit',
  project_public_members: 'internal',
  // An attachment belongs to a row of `file_assets`, which is audited already.
  work_item_attachments: 'work',
  user_properties: 'own',
  dashboards: 'work',
  views: watch(views),
  pages: watch(pages),
  page_watches: 'own',
  page_imports: 'work',
  page_import_notes: 'work',
  item_imports: 'work',
  item_import_results: 'work',
  imported_items: 'internal',
  drafts: 'own',
  work_item_templates: 'work',
  notifications: 'own',
  notification_receipts: 'own',
  notification_preferences: 'own',
  push_devices: 'own',
  favorites: 'own',
  quick_links: 'own',
  stickies: 'own',
  home_preferences: 'own',
  home_widgets: 'own',
  sidebar_preferences: 'own',
  recent_visits: 'own',
  changes: 'internal',
  feed_readers: 'internal',
  feed_cursors: 'internal',
  answered_writes: 'internal',
  audit_records: 'internal',
}

/** The unit of work passes each row with the type of its entity, so the cast is safe. */
function watch<Row>(meaning: (change: AuditedRowChange<Row>) => AuditEntry[]): Watch {
  return meaning as unknown as Watch
}

function users({ before, after }: AuditedRowChange<User>): AuditEntry[] {
  // Commands record the changes of service accounts with their workspace, which this row does not contain.
  if (after === null || after.is_service_account) return []
  const target = { kind: 'user', id: after.id } as const
  if (before === null) return [{ action: 'account.created', target, facts: { email: after.email } }]
  if (before.erased_at === null && after.erased_at !== null)
    return [{ action: 'account.deleted', target: { ...target, name: before.display_name } }]
  if (before.is_active !== after.is_active)
    return [{ action: after.is_active ? 'account.activated' : 'account.deactivated', target }]
  const deeds: AuditEntry[] = []
  const named = differing(before, after, ['display_name', 'first_name', 'last_name'])
  if (named !== null) deeds.push({ action: 'account.changed', target, changes: named })
  const moved = differing(before, after, ['email'])
  if (moved !== null) deeds.push({ action: 'account.email_changed', target, changes: moved })
  if (before.password_hash !== after.password_hash) {
    const action = after.password_hash === null ? 'account.password_removed' : 'account.password_changed'
    deeds.push({ action, target })
  }
  return deeds
}

function apiTokens({ before, after }: AuditedRowChange<ApiTokenRow>): AuditEntry[] {
  const row = after ?? before
  if (row === null) return []
  const base = {
    workspace_id: row.workspace_id,
    target: { kind: 'token', id: row.id, name: row.label },
  } as const
  if (before === null) {
    const { scope, expired_at } = row
    return [{ action: 'token.created', ...base, facts: { scope, expired_at: plain(expired_at) } }]
  }
  if (after === null) return [{ action: 'token.deleted', ...base }]
  return ifChanged('token.changed', base, differing(before, after, ['label', 'description', 'is_active']))
}

function workspaces({ before, after }: AuditedRowChange<Workspace>): AuditEntry[] {
  if (after === null) return []
  const base = {
    workspace_id: after.id,
    target: { kind: 'workspace', id: after.id, name: after.name },
  } as const
  if (before === null) return [{ action: 'workspace.created', ...base, facts: { slug: after.slug } }]
  if (isGone(before) !== isGone(after))
    return [{ action: isGone(after) ? 'workspace.deleted' : 'workspace.restored', ...base }]
  const fields = [
    'name',
    'slug',
    'logo_url',
    'owner',
    'organization_size',
    'timezone',
    'requires_second_factor',
  ] as const
  return ifChanged('workspace.changed', base, differing(before, after, fields))
}

function workspaceMembers({ before, after, actor_id }: AuditedRowChange<WorkspaceMember>): AuditEntry[] {
  return membership('member', { before, after, actor_id }, {})
}

function projectMembers({ before, after, actor_id }: AuditedRowChange<ProjectMember>): AuditEntry[] {
  return membership(
    'project_member',
    { before, after, actor_id },
    { project_id: (after ?? before)?.project_id ?? null },
  )
}

type Membership = Pick<WorkspaceMember, 'workspace_id' | 'member_id' | 'role' | 'is_active'>

function membership(
  group: 'member' | 'project_member',
  { before, after, actor_id }: AuditedRowChange<Membership>,
  place: Pick<AuditEntry, 'project_id'>,
): AuditEntry[] {
  const row = after ?? before
  if (row === null) return []
  const base = {
    workspace_id: row.workspace_id,
    ...place,
    target: { kind: 'user', id: row.member_id },
  } as const
  const [was, is] = [before?.is_active === true, after?.is_active === true]
  if (!was && is) return [{ action: `${group}.added`, ...base, facts: { role: row.role } }]
  if (was && !is) {
    const action = actor_id === row.member_id ? (`${group}.left` as const) : (`${group}.removed` as const)
    return [{ action, ...base, facts: { role: row.role } }]
  }
  if (!is || before === null || after === null) return []
  return ifChanged(`${group}.role_changed`, base, differing(before, after, ['role']))
}

function invitations({ before, after }: AuditedRowChange<WorkspaceInvite>): AuditEntry[] {
  const row = after ?? before
  if (row === null) return []
  const { workspace_id, id, email, role } = row
  const target = { kind: 'invitation', id, ...(email !== null && { name: email }) } as const
  const base = { workspace_id, target, facts: { role } }
  if (after === null) return [{ action: 'invitation.deleted', ...base }]
  if (before === null || (before.responded_at !== null && after.responded_at === null))
    return [{ action: 'invitation.created', ...base }]
  if (before.responded_at === null && after.responded_at !== null)
    return [{ action: after.accepted ? 'invitation.accepted' : 'invitation.declined', ...base }]
  const changes = differing(before, after, ['role', 'expires_at', 'invited_by'])
  return ifChanged('invitation.changed', base, changes)
}

const projectSettings = [
  ...(['name', 'identifier', 'description', 'network', 'project_lead', 'default_assignee'] as const),
  ...(['default_state', 'estimate', 'cover_image_url', 'timezone', 'archive_in', 'close_in'] as const),
  ...(['cycle_view', 'module_view', 'issue_views_view', 'page_view', 'inbox_view'] as const),
  ...(['is_time_tracking_enabled', 'is_epic_enabled', 'is_issue_type_enabled'] as const),
  'guest_view_all_features',
] as const

function projects({ before, after }: AuditedRowChange<Project>): AuditEntry[] {
  if (after === null) return []
  const { workspace_id, id, name } = after
  const base = { workspace_id, project_id: id, target: { kind: 'project', id, name } } as const
  if (before === null)
    return [
      { action: 'project.created', ...base, facts: { identifier: after.identifier, network: after.network } },
    ]
  if (isGone(before) !== isGone(after))
    return [{ action: isGone(after) ? 'project.deleted' : 'project.restored', ...base }]
  if ((before.archived_at === null) !== (after.archived_at === null))
    return [{ action: after.archived_at === null ? 'project.unarchived' : 'project.archived', ...base }]
  return ifChanged('project.changed', base, differing(before, after, projectSettings))
}

/** Only publishing a view is audited. Other changes of views are too frequent and not critical. */
function views({ before, after }: AuditedRowChange<View>): AuditEntry[] {
  if (after === null || (before?.anchor ?? null) === after.anchor) return []
  const { workspace_id, project_id, id, name, anchor } = after
  const action = anchor === null ? 'view.unpublished' : 'view.published'
  return [{ action, workspace_id, project_id, target: { kind: 'view', id, name } }]
}

/** Only deleting and restoring a page is audited, because the page's versions record its edits. */
function pages({ before, after }: AuditedRowChange<Page>): AuditEntry[] {
  if (before === null || after === null || isGone(before) === isGone(after)) return []
  return [{ action: isGone(after) ? 'page.deleted' : 'page.restored', ...describePageForAudit(after) }]
}

const webhookSettings = [
  ...(['url', 'name', 'is_active', 'project', 'issue', 'issue_comment', 'cycle', 'module'] as const),
] as const

function webhooks({ before, after }: AuditedRowChange<WebhookRow>): AuditEntry[] {
  const row = after ?? before
  if (row === null) return []
  const base = {
    workspace_id: row.workspace_id,
    project_id: row.project_id,
    target: { kind: 'webhook', id: row.id, name: row.name ?? withoutSecrets(row.url) },
  } as const
  if (before === null) return [{ action: 'webhook.created', ...base }]
  if (after === null) return [{ action: 'webhook.deleted', ...base }]
  const plainly = (one: WebhookRow) => ({ ...one, url: withoutSecrets(one.url) })
  const changes = differing(plainly(before), plainly(after), webhookSettings)
  return [
    ...(before.sealed_secret === after.sealed_secret
      ? []
      : [{ action: 'webhook.secret_made' as const, ...base }]),
    ...ifChanged('webhook.changed', base, changes),
  ]
}

function gitConnections({ before, after }: AuditedRowChange<GitConnectionRow>): AuditEntry[] {
  const row = after ?? before
  if (row === null) return []
  const { workspace_id, project_id, id, repository: name } = row
  const base = { workspace_id, project_id, target: { kind: 'repository', id, name } } as const
  if (before === null) return [{ action: 'repository.connected', ...base }]
  if (after === null) return [{ action: 'repository.disconnected', ...base }]
  const isChanged =
    before.sealed_token !== after.sealed_token ||
    before.installation_id !== after.installation_id ||
    before.app_problem !== after.app_problem ||
    JSON.stringify(before.state_rules) !== JSON.stringify(after.state_rules)
  return [
    ...(before.sealed_secret === after.sealed_secret
      ? []
      : [{ action: 'repository.secret_made' as const, ...base }]),
    ...(isChanged ? [{ action: 'repository.changed' as const, ...base }] : []),
  ]
}

function files({ before, after }: AuditedRowChange<FileAsset>): AuditEntry[] {
  if (before === null || after === null || isGone(before) === isGone(after) || after.uploaded_at === null)
    return []
  const { workspace_id, project_id, id, attributes, entity_type } = after
  const target = { kind: 'file', id, name: attributes.name } as const
  const action = isGone(after) ? 'file.deleted' : 'file.restored'
  return [{ action, workspace_id, project_id, target, facts: { kind: entity_type, size: attributes.size } }]
}

/** Removes the query string, since some services put secret keys into webhook URLs. */
function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

function isGone({ deleted_at }: { deleted_at: Date | null }): boolean {
  return deleted_at !== null
}

function ifChanged(
  action: AuditAction,
  base: Omit<AuditEntry, 'action' | 'changes'>,
  changes: AuditRecord['changes'] | null,
): AuditEntry[] {
  return changes === null ? [] : [{ action, ...base, changes }]
}

/**
 * Returns the values of the changed fields before and after the change, or null if none of `fields` has
 * changed.
 */
function differing<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): AuditRecord['changes'] | null {
  const changes: AuditRecord['changes'] = {}
  for (const field of fields) {
    const [was, is] = [plain(before[field]), plain(after[field])]
    if (was !== is) changes[field] = { before: was, after: is }
  }
  return Object.keys(changes).length === 0 ? null : changes
}

const valueLength = 500

function plain(value: unknown): AuditValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.slice(0, valueLength)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value === null || value === undefined ? null : JSON.stringify(value).slice(0, valueLength)
}
