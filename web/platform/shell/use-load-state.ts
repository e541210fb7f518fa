import { useCallback, useEffect, useState } from 'react'
import { type FailureMessage, failureMessageOf } from '../app/failures.ts'
import { RequestError } from '../sync/http.ts'
import { onWorkspaceReload } from './workspace.ts'

export interface LoadState {
  status: 'loading' | 'ready' | 'error' | 'no_access'
  retry: () => void
  /** The error text for a failed call. Without it, the screen shows a general error text. */
  failure?: FailureMessage | null
}

interface ReloadableState extends LoadState {
  /** Loads the data again. The promise settles when the data is loaded. */
  reload: () => Promise<void>
}

/** Loads data while a screen is shown. `read` must be a stable function. */
export function useLoadState(read: () => Promise<void>): ReloadableState {
  const [status, setStatus] = useState<LoadState['status']>('loading')
  const [failure, setFailure] = useState<FailureMessage | null>(null)
  const load = useCallback(async () => {
    try {
      await read()
      setStatus('ready')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setFailure(failureMessageOf(error))
      setStatus(
        error.code === 'not_found' || error.code === 'forbidden' || error.code === 'conflict'
          ? 'no_access'
          : 'error',
      )
    }
  }, [read])
  useEffect(() => {
    setStatus('loading')
    void load()
    return onWorkspaceReload(load)
  }, [load])
  return { status, retry: () => void load(), reload: load, failure }
}
