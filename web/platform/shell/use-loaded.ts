import { useCallback, useEffect, useState } from 'react'
import { RequestError } from '../sync/http.ts'
import { onReload } from './workspace.ts'

export interface LoadState {
  status: 'loading' | 'ready' | 'error' | 'no_access'
  retry: () => void
}

/** Loads data while a screen is shown. `read` must be a stable function. */
export function useLoaded(read: () => Promise<void>): LoadState {
  const [status, setStatus] = useState<LoadState['status']>('loading')
  const load = useCallback(async () => {
    try {
      await read()
      setStatus('ready')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
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
    return onReload(load)
  }, [load])
  return { status, retry: () => void load() }
}
