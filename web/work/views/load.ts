import { useCallback } from 'react'
import { type LoadState, useLoaded } from '../../platform/shell/use-loaded.ts'
import { loadViews } from './actions.ts'

/** Keeps the views of a project, or those of the workspace, loaded while a screen shows them. */
export function useViews(projectId: string | null): LoadState {
  return useLoaded(useCallback(() => loadViews(projectId), [projectId]))
}
