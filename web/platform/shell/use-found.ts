import { useEffect, useState } from 'react'
import { store } from '../app/sync.ts'
import { paletteLookingAtom } from './palette-state.ts'

/** Milliseconds without a key after which what was typed is looked for. */
const typingPause = 120

/**
 * What `find` answers for these words, empty before. What is loaded is found without the server, so a failure is nothing found.
 * `find` has to be the same function as long as it finds the same.
 */
export function useFound<Row>(
  words: string,
  find: (words: string, signal: AbortSignal) => Promise<readonly Row[]>,
): readonly Row[] {
  const [found, setFound] = useState<readonly Row[]>([])
  useEffect(() => {
    const abort = new AbortController()
    store.set(paletteLookingAtom, (count) => count + 1)
    const timer = setTimeout(async () => {
      const rows = await find(words, abort.signal).catch(() => [])
      if (abort.signal.aborted) return
      setFound(rows)
      end()
    }, typingPause)
    const end = once(() => store.set(paletteLookingAtom, (count) => count - 1))
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
