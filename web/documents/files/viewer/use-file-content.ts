import { useCallback, useEffect, useState } from 'react'
import type { ViewerFile } from './viewer-file.ts'

export type FileContent<T> =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'here'; content: T }

/** Loads a file while it is shown. `of` converts the response to the required content. */
export function useFileContent<T>(
  file: ViewerFile,
  of: (answer: Response) => Promise<T>,
  headers?: Record<string, string>,
): FileContent<T> {
  const [read, setRead] = useState<{ status: 'loading' | 'failed' } | { status: 'here'; content: T }>({
    status: 'loading',
  })
  const [attempt, setAttempt] = useState(0)
  const url = file.url()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the file again; the URL identifies the file
  useEffect(() => {
    const over = new AbortController()
    setRead({ status: 'loading' })
    fetch(url, { signal: over.signal, headers: headers ?? {} })
      .then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status))
        return of(answer)
      })
      .then(
        (content) => setRead({ status: 'here', content }),
        () => {
          if (!over.signal.aborted) setRead({ status: 'failed' })
        },
      )
    return () => over.abort()
  }, [url, attempt])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return read.status === 'failed' ? { status: 'failed', retry } : (read as FileContent<T>)
}
