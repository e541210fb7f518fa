/** Maximum number of versions of one text. The oldest versions are deleted. */
export const versionsLimit = 20

const minute = 60_000
/** Edits after a shorter pause belong to the same version. */
const maxPause = 10 * minute
/** The maximum length of one version, so that a whole day's work does not end up in a single version. */
const maxSessionLength = 60 * minute

interface EditingSession {
  editor_ids: readonly string[]
  created_at: Date
  last_saved_at: Date
  restored_from: Date | null
}

/**
 * Returns true if the edits of these writers at `now` belong to the last version: one of its editors has written again after a
 * short pause. A restored text is always a separate version.
 */
export function continuesVersion(
  last: EditingSession,
  { writer_ids, restored_from }: { writer_ids: readonly string[]; restored_from: Date | null },
  now: Date,
): boolean {
  return (
    restored_from === null &&
    last.restored_from === null &&
    writer_ids.some((writer) => last.editor_ids.includes(writer)) &&
    now.getTime() - last.last_saved_at.getTime() < maxPause &&
    now.getTime() - last.created_at.getTime() < maxSessionLength
  )
}
