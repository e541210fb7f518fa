/** Of one text; older ones go. */
export const versionsKept = 20

const minute = 60_000
/** Whoever writes on after a shorter pause is at the same version still, */
const longestPause = 10 * minute
/** but not for ever: one that holds a whole day's work is none that anybody would go back to. */
const longestSpell = 60 * minute

interface Spell {
  editor_ids: readonly string[]
  created_at: Date
  last_saved_at: Date
  restored_from: Date | null
}

/**
 * Whether a text that these people have written at `now` belongs to the last version rather than being one of its own: one of them was writing
 * there a moment ago, with others or alone. A text that was brought back is always a version of its own.
 */
export function continuesVersion(
  last: Spell,
  { writer_ids, restored_from }: { writer_ids: readonly string[]; restored_from: Date | null },
  now: Date,
): boolean {
  return (
    restored_from === null &&
    last.restored_from === null &&
    writer_ids.some((writer) => last.editor_ids.includes(writer)) &&
    now.getTime() - last.last_saved_at.getTime() < longestPause &&
    now.getTime() - last.created_at.getTime() < longestSpell
  )
}
