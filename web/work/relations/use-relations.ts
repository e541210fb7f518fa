import { useEffect } from 'react'
import { onReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

/** Reads relations while a component is shown that shows them, and again after a break. What cannot be read is not shown. */
export function useRelations(read: () => Promise<void>): void {
  useEffect(() => {
    const load = () =>
      read().catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error
      })
    void load()
    return onReload(load)
  }, [read])
}
