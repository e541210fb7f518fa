/** The formats of exports. `jira` and `linear` are CSV files in the columns that these programs read. */
export const exportProviders = ['csv', 'xlsx', 'json', 'jira', 'linear'] as const
export type ExportProvider = (typeof exportProviders)[number]

/** Returns the ending of the name of the file. */
export function exportFileEnding(provider: ExportProvider): 'csv' | 'xlsx' | 'json' {
  return provider === 'jira' || provider === 'linear' ? 'csv' : provider
}

/** Returns true if a file of this format contains comments only on request. */
export function offersExportComments(provider: ExportProvider): boolean {
  return provider === 'csv' || provider === 'jira'
}

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
