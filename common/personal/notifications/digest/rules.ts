export const digestItemsLimit = 30

/** Maximum number of days that the digest covers. */
export const maxDigestDays = 14
