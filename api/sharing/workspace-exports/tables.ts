import type { ExportScope } from '../../access/exported-rows.ts'

/** Reasons why an archive contains no rows of a table. The manifest of an archive contains these sentences. */
const reasons = {
  secret: 'The table contains secrets, or settings that work only with these secrets.',
  account: 'The table belongs to the accounts of people, and not to the workspace.',
  personal: 'The table contains temporary data of single people, such as notifications.',
  derived: 'Tandem computes the table from the other tables.',
  internal: 'The table contains internal data of the server.',
  history: 'The table contains only the progress of earlier imports and exports.',
  audit: 'The audit log records what happened in this installation. You can export it in the settings.',
  public: 'The table contains public addresses, which are valid only in this installation.',
  text: 'The folder `texts` contains the documents.',
} as const

interface ExportedTable {
  /** Selects the exported rows of the table directly. */
  scope?: ExportScope
  /** Exports the rows whose columns refer to exported rows of other tables. A null value refers to no row. */
  via?: Record<string, string>
  /** The only columns that are exported. If omitted, all columns are exported, except those in `omit`. */
  columns?: readonly string[]
  /** Columns that are not exported, with the reasons. */
  omit?: Readonly<Record<string, string>>
  /** Columns of `users` that are null for people who are not members of the workspace. */
  ofMembers?: readonly string[]
}

export type TableExport = ExportedTable | { leftOut: keyof typeof reasons }

const publicAddress = 'The column contains the secret part of a public address.'
const ofItem: ExportedTable = { via: { issue_id: 'work_items' } }
const ofPage: ExportedTable = { via: { page_id: 'pages' } }

/**
 * Decides for each table whether an archive contains its rows. Every table is listed, so that the author of a new table
 * has to decide. Tables come after the tables to which they refer where this is possible.
 */
export const exportedTables: Record<string, TableExport> = {
  workspaces: { scope: 'workspace' },
  // The names and email addresses with which an import finds the same people.
  users: {
    scope: 'users',
    columns: [
      'id',
      'email',
      'display_name',
      'first_name',
      'last_name',
      'is_active',
      'is_bot',
      'is_service_account',
    ],
    ofMembers: ['email', 'first_name', 'last_name'],
  },
  workspace_members: { scope: 'shared_by_projects' },
  workspace_themes: { scope: 'own_themes' },
  work_item_types: { scope: 'shared_by_projects' },
  projects: { scope: 'projects', omit: { anchor: publicAddress } },
  project_members: { scope: 'project' },
  project_public_members: { scope: 'project' },
  project_sequences: { scope: 'project' },
  former_project_identifiers: { scope: 'project' },
  project_updates: { scope: 'project' },
  teamspaces: { scope: 'teamspaces' },
  teamspace_activities: { via: { teamspace_id: 'teamspaces' } },
  states: { scope: 'project' },
  labels: { scope: 'project_or_workspace' },
  estimates: { scope: 'project' },
  estimate_points: { via: { estimate_id: 'estimates' } },
  cycles: { scope: 'project' },
  cycle_days: { via: { cycle_id: 'cycles' } },
  cycle_shares: { via: { cycle_id: 'cycles' } },
  modules: { scope: 'project' },
  module_days: { via: { module_id: 'modules' } },
  module_shares: { via: { module_id: 'modules' } },
  views: { scope: 'views', omit: { anchor: publicAddress } },
  dashboards: { scope: 'dashboards' },
  work_items: { scope: 'project' },
  former_work_item_keys: { via: { work_item_id: 'work_items', project_id: 'projects' } },
  work_item_relations: { via: { issue_id: 'work_items', related_issue_id: 'work_items' } },
  work_item_links: ofItem,
  work_item_attachments: ofItem,
  work_item_comments: ofItem,
  work_item_activities: ofItem,
  reactions: ofItem,
  votes: ofItem,
  worklogs: ofItem,
  epic_updates: { via: { epic_id: 'work_items' } },
  intake_issues: {
    via: { id: 'work_items' },
    omit: { source_email: 'The column contains email addresses of people who are not members.' },
  },
  description_versions: ofItem,
  description_version_texts: { via: { version_id: 'description_versions' } },
  git_references: {
    ...ofItem,
    omit: { connection_id: 'The column refers to a table that is left out.' },
  },
  imported_items: { via: { item_id: 'work_items' } },
  work_item_templates: { scope: 'project_or_workspace' },
  pages: { scope: 'pages', omit: { publication: publicAddress } },
  page_versions: ofPage,
  page_version_texts: { via: { version_id: 'page_versions' } },
  page_comments: ofPage,
  // `exported-rows-sql.ts` also checks the owners of the files.
  file_assets: {},
  file_uses: { via: { asset_id: 'file_assets' } },
  drafts: { scope: 'drafts' },
  favorites: { scope: 'own' },
  home_preferences: { scope: 'own' },
  home_widgets: { scope: 'own' },
  page_watches: { ...ofPage, scope: 'own' },
  quick_links: { scope: 'owner' },
  reminders: { ...ofItem, scope: 'own' },
  sidebar_preferences: { scope: 'own' },
  stickies: { scope: 'owner' },
  user_properties: { scope: 'own' },

  api_tokens: { leftOut: 'secret' },
  calendar_feeds: { leftOut: 'secret' },
  git_connections: { leftOut: 'secret' },
  git_deliveries: { leftOut: 'secret' },
  git_issue_comments: { leftOut: 'secret' },
  git_issues: { leftOut: 'secret' },
  github_authorizations: { leftOut: 'secret' },
  mailed_secrets: { leftOut: 'secret' },
  offered_accounts: { leftOut: 'secret' },
  passkey_questions: { leftOut: 'secret' },
  passkeys: { leftOut: 'secret' },
  provider_sign_ins: { leftOut: 'secret' },
  push_devices: { leftOut: 'secret' },
  recovery_codes: { leftOut: 'secret' },
  service_accounts: { leftOut: 'secret' },
  sessions: { leftOut: 'secret' },
  sign_in_challenges: { leftOut: 'secret' },
  totp_factors: { leftOut: 'secret' },
  webhook_logs: { leftOut: 'secret' },
  webhooks: { leftOut: 'secret' },
  workspace_invites: { leftOut: 'secret' },
  deploy_boards: { leftOut: 'public' },
  linked_accounts: { leftOut: 'account' },
  notification_preferences: { leftOut: 'account' },
  profiles: { leftOut: 'account' },
  notification_receipts: { leftOut: 'personal' },
  notifications: { leftOut: 'personal' },
  recent_visits: { leftOut: 'personal' },
  timers: { leftOut: 'personal' },
  changed_work_items: { leftOut: 'derived' },
  epic_counts: { leftOut: 'derived' },
  page_links: { leftOut: 'derived' },
  purged_plans: { leftOut: 'derived' },
  search_backlog: { leftOut: 'derived' },
  search_entries: { leftOut: 'derived' },
  work_item_facts: { leftOut: 'derived' },
  work_item_moves: { leftOut: 'derived' },
  work_item_tallies: { leftOut: 'derived' },
  worklog_totals: { leftOut: 'derived' },
  document_updates: { leftOut: 'text' },
  documents: { leftOut: 'text' },
  audit_records: { leftOut: 'audit' },
  exports: { leftOut: 'history' },
  item_import_results: { leftOut: 'history' },
  item_imports: { leftOut: 'history' },
  page_import_notes: { leftOut: 'history' },
  page_imports: { leftOut: 'history' },
  workspace_exports: { leftOut: 'history' },
  answered_writes: { leftOut: 'internal' },
  changes: { leftOut: 'internal' },
  due_reminders: { leftOut: 'internal' },
  feed_cursors: { leftOut: 'internal' },
  feed_readers: { leftOut: 'internal' },
  instance_admins: { leftOut: 'internal' },
  instance_settings: { leftOut: 'internal' },
  instances: { leftOut: 'internal' },
  job_failures: { leftOut: 'internal' },
  migrations: { leftOut: 'internal' },
  workspace_versions: { leftOut: 'internal' },
}

/** Columns that no archive contains, in any table, with the reasons. */
export const leftOutColumns: Record<string, string> = {
  removed: 'The column contains a deleted text, which only its author can restore.',
  before_edit: 'The column contains an earlier version of a comment.',
  deleted_at: 'The archive contains no rows in the trash.',
  deleted_by: 'The archive contains no rows in the trash.',
  ...Object.fromEntries(
    [
      ...['left_item_ids', 'left_items', 'left_child_ids', 'left_label_ids', 'left_page_ids', 'left_behind'],
      ...['gained_item_ids', 'gained_page_ids', 'became_id', 'former_project_ids'],
    ].map((name) => [name, 'Tandem uses the column only to restore a row from the trash.']),
  ),
}

/** Rows and values that an archive does not contain although their tables are exported. */
export const leftOutRows = [
  'Private pages, views and dashboards of other people, and their drafts, stickies, favorites and preferences',
  'Work items, pages and projects in the trash',
  'Email addresses and full names of people who are not members of the workspace',
  'Pictures of people, which belong to their accounts',
  'Earlier versions of the Yjs documents',
]

/** The tables with exported rows, in the order of the archive. */
export const exportedTableNames: readonly string[] = Object.keys(exportedTables).filter(
  (name) => tableExport(name) !== null,
)

/** Returns how a table is exported, or null if it is left out. */
export function tableExport(name: string): ExportedTable | null {
  const table = exportedTables[name]
  return table === undefined || 'leftOut' in table ? null : table
}

/** Returns the names of the tables that are left out, with the reasons. */
export function leftOutTables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exportedTables).flatMap(([name, table]) =>
      'leftOut' in table ? [[name, reasons[table.leftOut]]] : [],
    ),
  )
}
