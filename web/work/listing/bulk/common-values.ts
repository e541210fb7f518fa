/** Returns the value that all rows share, or null if they differ. */
export function commonValue<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value | null {
  const [first, ...others] = rows
  if (first === undefined) return null
  const value = read(first)
  return others.every((row) => read(row) === value) ? value : null
}

/** Returns the values that all lists contain, in the order of the first list. */
export function intersectLists<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const [first = [], ...others] = lists
  const sets = others.map((list) => new Set(list))
  return first.filter((value) => sets.every((set) => set.has(value)))
}

/**
 * Returns the earliest date, or null if all are null. A start date for several items must not be after their
 * earliest due date.
 */
export function findEarliestDate(dates: readonly (string | null)[]): string | null {
  return dates.reduce(
    (least, date) => (date !== null && (least === null || date < least) ? date : least),
    null,
  )
}

export function findLatestDate(dates: readonly (string | null)[]): string | null {
  return dates.reduce((most, date) => (date !== null && (most === null || date > most) ? date : most), null)
}

/** Returns which values a picker added and removed. */
export function diffPickedValues(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((value) => !before.includes(value)),
    removed: before.filter((value) => !after.includes(value)),
  }
}
