import { useCallback, useEffect, useState } from 'react'
import { onReload } from '../shell/workspace.ts'
import { RequestError } from '../sync/http.ts'
import { loadPages } from './actions.ts'

export type PagesStatus = 'loading' | 'ready' | 'error' | 'no_access'

/** Keeps the pages of a project loaded while a screen shows them. */
export function usePages(projectId: string): { status: PagesStatus; retry: () => void } {
  const [status, setStatus] = useState<PagesStatus>('loading')
  const load = useCallback(async () => {
    try {
      await loadPages(projectId)
      setStatus('ready')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setStatus(
        error.code === 'not_found' || error.code === 'forbidden' || error.code === 'conflict'
          ? 'no_access'
          : 'error',
      )
    }
  }, [projectId])
  useEffect(() => {
    setStatus('loading')
    void load()
    return onReload(load)
  }, [load])
  return { status, retry: () => void load() }
}
