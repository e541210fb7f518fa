import { useEffect, useRef } from 'react'
import { connectionAtom, request, store } from '../app/sync.ts'

/**
 * Milliseconds between attempts. They are needed because the socket may not exist yet, and does not report
 * when the database of the server is reachable again.
 */
const pollInterval = 5000

/** Retries while something has not loaded, when the connection is back. Does nothing if `wanted` is false. */
export function useRetryOnReconnect(again: () => void, wanted = true): void {
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    if (!wanted) return
    const isBack = () => latest.current()
    const stop = store.sub(connectionAtom, () => {
      if (store.get(connectionAtom) === 'live') isBack()
    })
    const poll = () => {
      if (document.visibilityState === 'visible') request('getInstance', {}).then(isBack, () => undefined)
    }
    // The random part spreads the requests of many clients.
    const timer = setInterval(poll, pollInterval * (1 + Math.random() / 4))
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [wanted])
}
