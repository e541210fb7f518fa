import { useEffect, useState } from 'react'
import { store } from '../app/sync.ts'
import { runningPaletteSearchesAtom } from './palette-state.ts'

/** Milliseconds after the last key press before the search starts. */
const typingPause = 120

/**
 * Returns the rows that `find` returns for the typed words. If the search fails, returns no rows and shows no
 * error, because the loaded rows are also searched in the client. `find` must be memoized.
 */
export function useServerSearchRows<Row>(
  words: string,
  find: (words: string, signal: AbortSignal) => Promise<readonly Row[]>,
): readonly Row[] {
  const [found, setFound] = useState<readonly Row[]>([])
  useEffect(() => {
    const abort = new AbortController()
    store.set(runningPaletteSearchesAtom, (count) => count + 1)
    const timer = setTimeout(async () => {
      const rows = await find(words, abort.signal).catch(() => [])
      if (abort.signal.aborted) return
      setFound(rows)
      end()
    }, typingPause)
    const end = once(() => store.set(runningPaletteSearchesAtom, (count) => count - 1))
    return () => {
      clearTimeout(timer)
      abort.abort()
      end()
    }
  }, [words, find])
  return found
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    run()
  }
}
