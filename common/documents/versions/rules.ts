/** Maximum number of versions of one text that have no name. If there are more, the oldest ones are deleted. */
export const versionsLimit = 20

/** Maximum number of versions of one page that have a name. Versions with a name are never deleted. */
export const maxNamedVersions = 100

export const maxVersionNameLength = 120

const minute = 60_000
/**
 * Maximum time in milliseconds between two edits of one version. An edit after a longer pause starts a new
 * version.
 */
const maxPause = 10 * minute
/**
 * Maximum duration of one version in milliseconds, so that the work of a whole day is not in a single
 * version.
 */
const maxSessionLength = 60 * minute

/** Time in milliseconds during which a version is not deleted after somebody removed its name. */
const nameRemovalGrace = 24 * 60 * minute

/**
 * Returns true if a version without a name was changed recently, but long after its text was saved. In this
 * case, the last change was the removal of its name, which the user may want to undo.
 */
export function wasNameRemovedRecently(
  { last_saved_at, updated_at }: { last_saved_at: Date; updated_at: Date },
  now: Date,
): boolean {
  const isChangedAfterSaving = updated_at.getTime() - last_saved_at.getTime() > minute
  return isChangedAfterSaving && now.getTime() - updated_at.getTime() < nameRemovalGrace
}

interface EditingSession {
  editor_ids: readonly string[]
  created_at: Date
  last_saved_at: Date
  restored_from: Date | null
  name?: string | null
}

/**
 * Returns true if edits by `writer_ids` at the time `now` belong to the last version. Otherwise, they start a new
 * version. One of the writers must be an editor of the last version, it must have been saved less than `maxPause` ago,
 * and it must have been created less than `maxSessionLength` ago. A restored text is always a separate version, and a
 * version with a name no longer changes.
 */
export function continuesLastVersion(
  last: EditingSession,
  { writer_ids, restored_from }: { writer_ids: readonly string[]; restored_from: Date | null },
  now: Date,
): boolean {
  return (
    restored_from === null &&
    last.restored_from === null &&
    (last.name ?? null) === null &&
    writer_ids.some((writer) => last.editor_ids.includes(writer)) &&
    now.getTime() - last.last_saved_at.getTime() < maxPause &&
    now.getTime() - last.created_at.getTime() < maxSessionLength
  )
}
