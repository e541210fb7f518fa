import type { PageVersionRow } from '#common/documents/versions/schema.ts'

interface Visit {
  /** The end of the previous visit. */
  since: string
  /** The start of this visit. The user sees later changes as they happen. */
  until: string
  myId: string | undefined
}

/**
 * Returns true if another person has changed the page between two visits. A page with a single version counts as
 * unchanged.
 */
export function hasUnreadChanges(
  versions: readonly Pick<PageVersionRow, 'last_saved_at' | 'editor_ids'>[],
  { since, until, myId }: Visit,
): boolean {
  return (
    versions.length > 1 &&
    versions.some(
      ({ last_saved_at, editor_ids }) =>
        last_saved_at > since && last_saved_at <= until && editor_ids.some((id) => id !== myId),
    )
  )
}
