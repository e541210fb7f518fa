import { useEffect } from 'react'
import { onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

/**
 * Loads relations when a component mounts, and again after a reconnection. Errors are ignored, and the
 * component then shows no relations.
 */
export function useLoadRelations(read: () => Promise<void>): void {
  useEffect(() => {
    const load = () =>
      read().catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error
      })
    void load()
    return onWorkspaceReload(load)
  }, [read])
}
