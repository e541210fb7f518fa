import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { publishedPageEventsPath } from '#common/pages/pages/public-paths.ts'
import type { PublishedPage } from '#common/sharing/publish/page-schema.ts'
import { request } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'

/**
 * The maximum random delay in milliseconds before a reader loads a change. It prevents all readers from
 * loading the change at the same time.
 */
const spread = 1500
/** While no live events can be received, the page is loaded again at this interval in milliseconds. */
const reloadEvery = 60_000

interface LoadedPage {
  page: PublishedPage | null
  status: 'loading' | 'ready' | 'gone' | 'error'
  retry: () => void
}

/** Loads a public page and loads it again after each change. The page disappears when its publication ends. */
export function usePublishedPage(anchor: string, pageId: string | undefined): LoadedPage {
  const [loaded, setLoaded] = useState<Pick<LoadedPage, 'page' | 'status'>>({ page: null, status: 'loading' })
  const load = useCallback(
    async (signal?: AbortSignal) => {
      const result = await requestPage(anchor, pageId, signal)
      if (signal?.aborted) return
      // A page that is already shown stays readable while the server cannot be reached.
      setLoaded((now) => (result.status === 'error' && now.page !== null ? now : result))
    },
    [anchor, pageId],
  )
  useEffect(() => {
    const abort = new AbortController()
    void load(abort.signal)
    return () => abort.abort()
  }, [load])
  usePublishedPageEvents(anchor, {
    onChange: () => void load(),
    onGone: () => setLoaded({ page: null, status: 'gone' }),
  })
  return { ...loaded, retry: () => void load() }
}

async function requestPage(
  page_anchor: string,
  page_id: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Pick<LoadedPage, 'page' | 'status'>> {
  const input = { params: { page_anchor }, query: page_id === undefined ? {} : { page_id } }
  try {
    return { page: await request('getPublishedPage', input, signal && { signal }), status: 'ready' }
  } catch (error) {
    if (signal?.aborted) return { page: null, status: 'loading' }
    if (!(error instanceof RequestError)) throw error
    return { page: null, status: error.code === 'not_found' ? 'gone' : 'error' }
  }
}

function usePublishedPageEvents(
  anchor: string,
  { onChange, onGone }: { onChange: () => void; onGone: () => void },
): void {
  const change = useEffectEvent(onChange)
  const end = useEffectEvent(onGone)
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const events = new EventSource(publishedPageEventsPath(anchor))
    let isFirst = true
    events.addEventListener('open', () => {
      // Changes may have been missed while the connection was interrupted.
      if (!isFirst) change()
      isFirst = false
    })
    events.addEventListener('changed', () => {
      timers.add(setTimeout(() => change(), Math.random() * spread))
    })
    events.addEventListener('gone', () => {
      events.close()
      end()
    })
    const poll = setInterval(() => {
      if (events.readyState !== EventSource.OPEN && document.visibilityState === 'visible') change()
    }, reloadEvery)
    return () => {
      events.close()
      clearInterval(poll)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [anchor])
}
