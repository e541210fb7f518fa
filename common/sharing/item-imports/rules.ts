/** The formats that an import can read, in the order in which the screen lists them. */
export const itemImportFormats = [
  'csv',
  'jira',
  'jira_json',
  'jira_xml',
  'linear',
  'github',
  'gitlab',
  'gitea',
  'trello',
  'asana',
  'asana_json',
  'plane',
  'clickup',
  'todoist',
  'redmine',
  'openproject',
  'wekan',
  'vikunja',
  'kanboard',
  'planner',
  'notion',
] as const
export type ItemImportFormat = (typeof itemImportFormats)[number]

/** Returns the program of a format. External ids are unique per project and program. */
export function importSourceOf(format: ItemImportFormat): ItemImportFormat {
  return format === 'jira_json' || format === 'jira_xml' ? 'jira' : format
}

/** The formats whose columns the user can map, because the file is a table. */
export const tableFormats: readonly ItemImportFormat[] = [
  ...(['csv', 'jira', 'linear', 'asana', 'plane', 'clickup', 'todoist'] as const),
  ...(['redmine', 'openproject', 'kanboard', 'planner', 'notion'] as const),
]

/** The fields of a work item that a column can fill. */
export const importFields = [
  'key',
  'other_key',
  'title',
  'description',
  'state',
  'priority',
  'assignees',
  'author',
  'labels',
  'cycle',
  'modules',
  'estimate',
  'start_date',
  'target_date',
  'created_at',
  'completed_at',
  'parent',
  'comments',
  'links',
  'attachments',
  'blocks',
  'blocked_by',
  'relates_to',
  'duplicate_of',
  'detail',
] as const
export type ImportField = (typeof importFields)[number]

export const itemImportStates = [
  'draft',
  'queued',
  'processing',
  'completed',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const
export type ItemImportState = (typeof itemImportStates)[number]

/** Returns true for an import that a job still processes. */
export function isItemImportRunning({ status }: { status: ItemImportState }): boolean {
  return status === 'queued' || status === 'processing' || status === 'undoing'
}

/** Returns true for an import that has ended and may have changed work items. */
export function canUndoItemImport({
  status,
  created,
  updated,
}: {
  status: ItemImportState
  created: number
  updated: number
}): boolean {
  return (status === 'completed' || status === 'stopped' || status === 'failed') && created + updated > 0
}

/** Reasons why an import failed. */
export const itemImportProblems = ['empty', 'not_read', 'too_much', 'no_access', 'failed'] as const
export type ItemImportProblem = (typeof itemImportProblems)[number]

/** The possible results of importing a row. A row with the result `dropped` was not imported. */
export const importOutcomes = ['created', 'updated', 'unchanged', 'dropped'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Reasons why a row, or a part of a row, was not imported as it is in the file. */
export const importNoteReasons = [
  'no_title',
  'title_cut',
  'duplicate_key',
  'person_unknown',
  'author_unknown',
  'date_unclear',
  'dates_swapped',
  'estimate_unknown',
  'cycle_closed',
  'module_archived',
  'switched_off',
  'parent_missing',
  'parent_refused',
  'relation_missing',
  'relation_refused',
  'too_many_values',
  'description_not_read',
  'comment_not_read',
  'link_refused',
  'file_refused',
  'archived',
  'refused',
  'not_restored',
] as const
export type ImportNoteReason = (typeof importNoteReasons)[number]

/** Maximum size of the uploaded file in bytes. */
export const maxItemImportBytes = 50 * 1024 * 1024
export const maxImportedItems = 100_000
/** Maximum number of attachments that one import copies. The others become links. */
export const maxImportedFiles = 10_000
/** Maximum number of attachments that one import copies or links. The report lists the rows with more attachments. */
export const maxListedFiles = 20_000
/** Maximum number of columns of a table. */
export const maxImportColumns = 1000
/** Maximum number of different values of one field that the screen offers for mapping. */
export const maxMappedValues = 200
/** Maximum number of work items that the preview shows. */
export const previewedItems = 20
export const maxConcurrentItemImports = 2
/** Maximum number of uploads of a user in a workspace that were not imported. A new upload replaces the oldest one. */
export const maxItemImportDrafts = 10
/** Milliseconds after which an import that was never started is deleted with its file (one day). */
export const draftRetentionMs = 86_400_000
/** Milliseconds after which an import is deleted with its report (90 days). After that time, it cannot be undone. */
export const itemImportRetentionMs = 90 * 86_400_000
