import { useEffect } from 'react'
import { onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

/**
 * Loads relations while a component shows them, and again after a reconnection. Errors are ignored, so the relations are then
 * missing.
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
