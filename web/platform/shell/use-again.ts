import { useEffect, useRef } from 'react'
import { connectionAtom, request, store } from '../app/sync.ts'

/** Milliseconds between two looks at a server whose socket cannot tell: it held while the database was away, or there is none yet. */
const lookEvery = 5000

/** While something has not loaded, tries again as soon as the connection is back. Not `wanted`, it does nothing. */
export function useAgain(again: () => void, wanted = true): void {
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    if (!wanted) return
    const isBack = () => latest.current()
    const stop = store.sub(connectionAtom, () => {
      if (store.get(connectionAtom) === 'live') isBack()
    })
    const look = () => {
      if (document.visibilityState === 'visible') request('getInstance', {}).then(isBack, () => undefined)
    }
    // Not everybody's at the same moment.
    const timer = setInterval(look, lookEvery * (1 + Math.random() / 4))
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [wanted])
}
