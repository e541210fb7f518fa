/** The file formats of exports. */
export const exportProviders = ['csv', 'xlsx', 'json'] as const
export type ExportProvider = (typeof exportProviders)[number]

export const exportStates = ['queued', 'processing', 'completed', 'failed'] as const

/**
 * Maximum number of unfinished exports of a user in a workspace. The number is low because each export reads all
 * work items that the user can see.
 */
export const maxConcurrentExports = 5

/**
 * Milliseconds after which an unfinished export counts as failed, because its process has probably been
 * killed.
 */
export const exportTimeoutMs = 86_400_000

/** Milliseconds for which the file of an export can be downloaded. Afterwards the file is deleted. */
export const exportDownloadPeriodMs = 7 * 86_400_000
export const exportRetentionMs = 8 * 86_400_000
