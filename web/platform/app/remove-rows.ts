/**
 * Fields that contain only the ids of other rows, and that occur in rows without the names of these other rows. A row
 * stays when one of these fields contains a removed id.
 */
const references = new Set([
  ...['parent_id', 'cycle_id', 'epic_id', 'module_ids', 'label_ids', 'state_id', 'estimate_point'],
  // Pages and labels name their parent `parent`, and projects refer to their estimate and default state.
  ...['parent', 'estimate', 'default_state'],
])
const counts = ['count', 'total_count', 'total_results']

interface Remaining {
  value: unknown
  /** The removed rows that the counts of the surrounding objects include. */
  removed: ReadonlySet<unknown>
}

/**
 * Removes the rows with these ids from an API response, and the rows that mention them, such as favorites and
 * relations. Returns null if the response must be removed as a whole: it describes one of the rows, it is grouped by
 * one of them, or a text inside it mentions one of them.
 */
export function removeRows(text: string, ids: readonly string[]): string | null {
  const isWithinText = ids.some((id) => text.split(id).length !== text.split(`"${id}"`).length)
  const remaining = isWithinText ? null : withoutRows(JSON.parse(text), new Set(ids))
  return remaining === null ? null : JSON.stringify(remaining.value)
}

/** Returns null if the value mentions one of the rows outside of a list. */
function withoutRows(value: unknown, ids: ReadonlySet<unknown>, field = ''): Remaining | null {
  if (Array.isArray(value)) return listWithoutRows(value, ids)
  if (typeof value === 'object' && value !== null) return objectWithoutRows(value, ids)
  return ids.has(value) && !references.has(field) ? null : { value, removed: new Set() }
}

function listWithoutRows(list: readonly unknown[], ids: ReadonlySet<unknown>): Remaining {
  const removed = new Set<unknown>()
  const value = list.flatMap((element) => {
    const remaining = withoutRows(element, ids)
    if (remaining === null) removed.add(idOf(element))
    return remaining === null ? [] : [remaining.value]
  })
  return { value, removed }
}

function objectWithoutRows(object: object, ids: ReadonlySet<unknown>): Remaining | null {
  const value: Record<string, unknown> = {}
  const removed = new Set<unknown>()
  for (const [field, entry] of Object.entries(object)) {
    const remaining = ids.has(field) ? null : withoutRows(entry, ids, field)
    if (remaining === null) return null
    value[field] = remaining.value
    for (const row of remaining.removed) removed.add(row)
  }
  for (const field of counts) {
    const count = value[field]
    if (typeof count === 'number') value[field] = Math.max(0, count - removed.size)
  }
  return { value, removed }
}

/** In a list with several groups, the same row can occur several times, but the total includes the row once. */
function idOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : row
}
