export const digestItemsLimit = 30

/** Days that are looked back at most, however long somebody was away. */
export const digestDays = 14
