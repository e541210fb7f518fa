import { useCallback } from 'react'
import { type Loaded, useLoaded } from '../shell/use-loaded.ts'
import { loadPages } from './actions.ts'

/** Keeps the pages of a project loaded while a screen shows them. */
export function usePages(projectId: string | null): Loaded {
  return useLoaded(useCallback(() => loadPages(projectId), [projectId]))
}
