import { useEffect, useRef } from 'react'
import { connectionAtom, request, store } from '../app/sync.ts'

/**
 * Milliseconds between two requests that check whether the server works again. Connection events are not
 * enough: the socket may not exist yet, and it does not report when the server's database is reachable again.
 */
const pollInterval = 5000

/**
 * If `wanted` is true, calls `again` when the connection is back or the server works again. Set `wanted` to true after
 * data could not be loaded. If it is false, the hook does nothing.
 */
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
    // The random part prevents all clients from sending their requests at the same time.
    const timer = setInterval(poll, pollInterval * (1 + Math.random() / 4))
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [wanted])
}
