export const importStates = ['queued', 'processing', 'completed', 'stopped', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** Returns true for an import that may still create pages, because it is queued or processing. */
export function isImportRunning({ status }: { status: ImportState }): boolean {
  return status === 'queued' || status === 'processing'
}

/** Reasons why an import failed before it was complete. */
export const importProblems = ['empty', 'not_read', 'too_much', 'no_access', 'place_gone', 'failed'] as const
export type ImportProblem = (typeof importProblems)[number]

/** Kinds of entries in the report of an import, in the order in which the screen shows them. */
export const importNoteKinds = ['page', 'left_out', 'cut', 'dead_link', 'lost_picture', 'lifted'] as const
export type ImportNoteKind = (typeof importNoteKinds)[number]

/** Reasons why a file was skipped or shortened. */
export const importSkipReasons = [
  'type',
  'unused',
  'no_picture',
  'too_large',
  'no_room',
  'empty',
  'no_text',
  'not_read',
  'encrypted',
  'unsafe',
  'twice',
  'too_many',
  'in_page',
  // The following reasons mean that parts of a file were cut off because a limit was reached. In such a report
  // entry, `text` is the number of these parts.
  'rows',
  'columns',
  'title',
  'links',
  'pictures',
  'files',
] as const
export type ImportSkipReason = (typeof importSkipReasons)[number]

/** Maximum number of imports that a user can run at once in one workspace. */
export const maxConcurrentImports = 2
/** Maximum size in bytes of the uploaded file, and of each archive inside it. */
export const maxImportBytes = 250 * 1024 * 1024
/**
 * Maximum total size in bytes of all unpacked files. It rejects archives that are built to expand enormously.
 */
export const maxUnpackedImportBytes = 1024 * 1024 * 1024
export const maxFilesInImport = 20_000
export const maxImportedPages = 1000

/** Milliseconds after which import reports are deleted (30 days). */
export const importReportRetentionMs = 30 * 86_400_000
/**
 * Milliseconds without progress (one day) after which an import counts as failed, because the server process that
 * ran it must have stopped.
 */
export const importTimeoutMs = 86_400_000
