/** What all rows have alike, or null where they differ. */
export function alike<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value | null {
  const [first, ...others] = rows
  if (first === undefined) return null
  const value = read(first)
  return others.every((row) => read(row) === value) ? value : null
}

/** What is in every one of these lists, in the order of the first. */
export function inAll<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const [first = [], ...others] = lists
  const sets = others.map((list) => new Set(list))
  return first.filter((value) => sets.every((set) => set.has(value)))
}

/** The later and the earlier end that dates of many items leave free: a start is not after any due date. */
export function earliest(dates: readonly (string | null)[]): string | null {
  return dates.reduce(
    (least, date) => (date !== null && (least === null || date < least) ? date : least),
    null,
  )
}

export function latest(dates: readonly (string | null)[]): string | null {
  return dates.reduce((most, date) => (date !== null && (most === null || date > most) ? date : most), null)
}

/** How a list of choices was changed by its picker. */
export function difference(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((value) => !before.includes(value)),
    removed: before.filter((value) => !after.includes(value)),
  }
}
