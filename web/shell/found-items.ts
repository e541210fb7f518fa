import { useEffect, useState } from 'react'
import type { AnswerOf } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import { request } from '../sync/http.ts'
import { currentSlug } from './workspace.ts'

export type FoundItem = AnswerOf<Calls['searchWorkItems']>[number]

/** Milliseconds without a key after which what was typed is looked for. */
const typingPause = 120

/** Items of every project that the server finds by these words, which may not be loaded here; asked by way of a project that one is in. */
export function useFoundItems(words: string, projectId: string | undefined) {
  const [answer, setAnswer] = useState<{ words: string; found: FoundItem[] }>({ words: '', found: [] })
  const isAsked = words !== '' && projectId !== undefined
  useEffect(() => {
    if (words === '' || projectId === undefined) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      request(
        'searchWorkItems',
        {
          params: { slug: currentSlug(), project_id: projectId },
          query: { search: words, workspace_search: 'true' },
        },
        { signal: abort.signal },
      ).then(
        (found) => setAnswer({ words, found }),
        // What is loaded is found without the server.
        () => abort.signal.aborted || setAnswer({ words, found: [] }),
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words, projectId])
  return { found: isAsked ? answer.found : [], isLooking: isAsked && answer.words !== words }
}
