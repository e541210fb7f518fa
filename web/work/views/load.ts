import { useCallback } from 'react'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'
import { loadTeamViews, loadViews } from './actions.ts'

/** Loads the views of a project or of the workspace while a screen shows them. */
export function useViews(projectId: string | null): LoadState {
  return useLoadState(useCallback(() => loadViews(projectId), [projectId]))
}

/** Loads the views of a teamspace while a screen shows them. */
export function useTeamViews(teamspaceId: string): LoadState {
  return useLoadState(useCallback(() => loadTeamViews(teamspaceId), [teamspaceId]))
}
