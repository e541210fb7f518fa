import { useEffect, useState } from 'react'
import type { AnswerOf } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import { request } from '../sync/http.ts'
import { currentSlug } from './workspace.ts'

export type FoundItem = AnswerOf<Calls['searchWorkItems']>[number]
export type FoundPage = NonNullable<AnswerOf<Calls['searchEntities']>['page']>[number]

interface Found {
  items: readonly FoundItem[]
  pages: readonly FoundPage[]
}

const nothing: Found = { items: [], pages: [] }

/** Milliseconds without a key after which what was typed is looked for. */
const typingPause = 120

/** Items and pages of every project that the server finds by these words, which may not be loaded here. */
export function useFound(words: string, projectId: string | undefined) {
  const [answer, setAnswer] = useState({ words: '', found: nothing })
  useEffect(() => {
    if (words === '') return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const [items, pages] = await Promise.all([
        findItems(words, projectId, abort.signal),
        findPages(words, abort.signal),
      ])
      if (!abort.signal.aborted) setAnswer({ words, found: { items, pages } })
    }, typingPause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words, projectId])
  return { found: words === '' ? nothing : answer.found, isLooking: words !== '' && answer.words !== words }
}

// What is loaded is found without the server, so a failure is nothing found.

/** Asked by way of a project that one is in. */
function findItems(
  search: string,
  project_id: string | undefined,
  signal: AbortSignal,
): Promise<FoundItem[]> {
  if (project_id === undefined) return Promise.resolve([])
  const params = { slug: currentSlug(), project_id }
  return request(
    'searchWorkItems',
    { params, query: { search, workspace_search: 'true' } },
    { signal },
  ).catch(() => [])
}

function findPages(words: string, signal: AbortSignal): Promise<readonly FoundPage[]> {
  const query = { query_type: 'page', query: words, count: '8' }
  return request('searchEntities', { params: { slug: currentSlug() }, query }, { signal }).then(
    ({ page }) => page ?? [],
    () => [],
  )
}
