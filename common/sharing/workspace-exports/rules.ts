export const workspaceExportStates = ['queued', 'processing', 'completed', 'failed', 'stopped'] as const
export type WorkspaceExportState = (typeof workspaceExportStates)[number]

export const workspaceExportProblems = ['no_access', 'failed'] as const
export type WorkspaceExportProblem = (typeof workspaceExportProblems)[number]

/** Maximum number of unfinished exports of a user in a workspace, because each of them reads the whole workspace. */
export const maxConcurrentWorkspaceExports = 1

/**
 * Maximum number of exports that a user can start in a workspace within a day, because archives can be large and are
 * stored for a week.
 */
export const maxDailyWorkspaceExports = 10

/** Milliseconds for which an archive can be downloaded. Afterwards the archive is deleted. */
export const workspaceExportDownloadPeriodMs = 7 * 86_400_000
export const workspaceExportRetentionMs = 30 * 86_400_000

/** Milliseconds without progress after which an unfinished export counts as failed. */
export const workspaceExportTimeoutMs = 86_400_000

export function isWorkspaceExportRunning({ status }: { status: WorkspaceExportState }): boolean {
  return status === 'queued' || status === 'processing'
}
