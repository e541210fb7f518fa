import { useCallback } from 'react'
import { type LoadState, useLoaded } from '../../platform/shell/use-loaded.ts'
import { loadTeamViews, loadViews } from './actions.ts'

/** Loads the views of a project or of the workspace while a screen shows them. */
export function useViews(projectId: string | null): LoadState {
  return useLoaded(useCallback(() => loadViews(projectId), [projectId]))
}

/** Loads the views of a teamspace while a screen shows them. */
export function useTeamViews(teamspaceId: string): LoadState {
  return useLoaded(useCallback(() => loadTeamViews(teamspaceId), [teamspaceId]))
}
