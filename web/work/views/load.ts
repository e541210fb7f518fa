import { useCallback } from 'react'
import { type LoadState, useLoaded } from '../../platform/shell/use-loaded.ts'
import { loadViews } from './actions.ts'

/** Loads the views of a project or of the workspace while a screen shows them. */
export function useViews(projectId: string | null): LoadState {
  return useLoaded(useCallback(() => loadViews(projectId), [projectId]))
}
