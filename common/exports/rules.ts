/** What a file of work items can be. */
export const exportProviders = ['csv', 'xlsx', 'json'] as const
export type ExportProvider = (typeof exportProviders)[number]

export const exportStates = ['queued', 'processing', 'completed', 'failed'] as const

/** How long a file can be fetched, and when it is removed. */
export const exportLasts = 7 * 86_400_000
export const exportGoesAfter = 8 * 86_400_000
