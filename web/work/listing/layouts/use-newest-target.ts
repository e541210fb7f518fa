import { useState } from 'react'

/**
 * Returns the id that was set most recently, to which a list scrolls. Returns null when this id is reset, so that the
 * list does not scroll back to an older one.
 */
export function useNewestTarget(ids: readonly (string | null)[]): string | null {
  const [known, setKnown] = useState({ ids, newest: ids.find((id) => id !== null) ?? null })
  if (ids.every((id, at) => id === known.ids[at])) return known.newest
  const newest = newestTarget(known, ids)
  setKnown({ ids, newest })
  return newest
}

export function newestTarget(
  known: { ids: readonly (string | null)[]; newest: string | null },
  ids: readonly (string | null)[],
): string | null {
  const added = ids.find((id, at) => id !== null && id !== known.ids[at])
  return added ?? (ids.includes(known.newest) ? known.newest : null)
}
