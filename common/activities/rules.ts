/** Records that one call answers at most. */
export const historyLimit = 1000

/** Milliseconds within which the edits of a text by one person are one record. */
export const sameEdit = 30 * 60_000
