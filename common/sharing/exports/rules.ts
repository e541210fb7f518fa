/** What a file of work items can be. */
export const exportProviders = ['csv', 'xlsx', 'json'] as const
export type ExportProvider = (typeof exportProviders)[number]

export const exportStates = ['queued', 'processing', 'completed', 'failed'] as const

/** Of one person in a workspace; a file holds all that they see. */
export const exportsAtOnce = 5

/** When one that is still not made is given up: whatever was at it was killed. */
export const exportGivenUp = 86_400_000

/** How long a file can be fetched, and when it is removed. */
export const exportLasts = 7 * 86_400_000
export const exportGoesAfter = 8 * 86_400_000
