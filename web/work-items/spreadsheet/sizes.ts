/** Pixels, as the virtual rows need them in numbers. */
export const headerHeight = 33
export const rowHeight = 34
/** Where a finger works. */
export const touchRowHeight = 44
