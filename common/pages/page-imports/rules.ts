export const importStates = ['queued', 'processing', 'completed', 'stopped', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** Whether pages may still come of it. */
export function isImportRunning({ status }: { status: ImportState }): boolean {
  return status === 'queued' || status === 'processing'
}

/** Why one has ended before its end. */
export const importProblems = ['empty', 'not_read', 'too_much', 'no_access', 'place_gone', 'failed'] as const
export type ImportProblem = (typeof importProblems)[number]

/** What a report says of one file, in the order in which it is shown. */
export const importNotes = ['page', 'left_out', 'cut', 'dead_link', 'lost_picture', 'lifted'] as const
export type ImportNoteKind = (typeof importNotes)[number]

/** Why a file was left out. */
export const importReasons = [
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
  // Parts of a file that have no room in its page, or lines that have none in the report; the text of the note is their number.
  'rows',
  'columns',
  'title',
  'links',
  'pictures',
  'files',
] as const
export type ImportReason = (typeof importReasons)[number]

/** Of one person in a workspace. */
export const importsAtOnce = 2
/** Bytes of the file that is sent, and of one that lies in it. */
export const mostImportBytes = 250 * 1024 * 1024
/** What is taken out of an archive in all; what packs more is made to be a burden. */
export const mostUnpackedBytes = 1024 * 1024 * 1024
export const mostArchivedFiles = 20_000
export const mostImportedPages = 1000

/** How long what became of an import can be read. */
export const importReportKeptMs = 30 * 86_400_000
/** When one that still goes on is given up: whatever was at it was killed. */
export const importTimeoutMs = 86_400_000
