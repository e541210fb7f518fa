import { useCallback, useEffect, useState } from 'react'
import { RequestError } from '../sync/http.ts'
import { onReload } from './workspace.ts'

export interface LoadState {
  status: 'loading' | 'ready' | 'error' | 'no_access'
  retry: () => void
}

/** Keeps more of a workspace loaded while a screen shows it; `read` stays the same function as long as it reads the same. */
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
