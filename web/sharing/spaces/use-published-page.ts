import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { publishedPageEventsPath, publishedPagePath } from '#common/pages/pages/public-paths.ts'
import { request } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'
import {
  isPublishedPageChanged,
  type PublishedPageState,
  publishedPageAfterLoad,
  publishedPageReloadDelay,
} from './published-page-state.ts'

/** While no live events can be received, the page is loaded again at this interval in milliseconds. */
const reloadEvery = 60_000

interface LoadedPage extends Pick<PublishedPageState, 'page' | 'status'> {
  retry: () => void
}

/** Loads a public page and loads it again after each change. The page disappears when its publication ends. */
export function usePublishedPage(anchor: string, pageId: string | undefined): LoadedPage {
  const path = publishedPagePath(anchor, pageId)
  const [loaded, setLoaded] = useState<PublishedPageState>({ path, page: null, status: 'loading' })
  // The load that runs now. Its result is ignored after another load has started.
  const running = useRef<AbortController | null>(null)
  const load = useCallback(async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    const result = await requestPage(anchor, pageId, abort.signal)
    if (!abort.signal.aborted)
      setLoaded((before) =>
        publishedPageAfterLoad(before, { ...result, path: publishedPagePath(anchor, pageId) }),
      )
  }, [anchor, pageId])
  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [load])
  usePublishedPageEvents(anchor, {
    onChange: load,
    isConcerned: (ids) => loaded.path !== path || isPublishedPageChanged(ids, loaded.page),
    onGone: () => {
      running.current?.abort()
      setLoaded({ path, page: null, status: 'gone' })
    },
  })
  return { page: loaded.page, status: loaded.status, retry: () => void load() }
}

async function requestPage(
  page_anchor: string,
  page_id: string | undefined,
  signal: AbortSignal,
): Promise<Pick<PublishedPageState, 'page' | 'status'>> {
  const input = { params: { page_anchor }, query: page_id === undefined ? {} : { page_id } }
  try {
    return { page: await request('getPublishedPage', input, { signal }), status: 'ready' }
  } catch (error) {
    if (signal.aborted) return { page: null, status: 'loading' }
    if (!(error instanceof RequestError)) throw error
    return { page: null, status: error.code === 'not_found' ? 'gone' : 'error' }
  }
}

interface PublishedPageEventHandlers {
  onChange: () => Promise<void>
  /** Returns whether the reader sees one of the changed pages. */
  isConcerned: (changedIds: string) => boolean
  onGone: () => void
}

function usePublishedPageEvents(
  anchor: string,
  { onChange, isConcerned, onGone }: PublishedPageEventHandlers,
): void {
  const change = useEffectEvent(onChange)
  const concerns = useEffectEvent(isConcerned)
  const end = useEffectEvent(onGone)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    let reloadedAt = Number.NEGATIVE_INFINITY
    const reload = async () => {
      await change()
      reloadedAt = Date.now()
    }
    const reloadSoon = () => {
      const delay = publishedPageReloadDelay(Date.now() - reloadedAt, Math.random())
      timer ??= setTimeout(() => {
        timer = null
        void reload()
      }, delay)
    }
    const events = new EventSource(publishedPageEventsPath(anchor))
    let isFirst = true
    events.addEventListener('open', () => {
      // Changes may have been missed while the connection was interrupted.
      if (!isFirst) reloadSoon()
      isFirst = false
    })
    events.addEventListener('changed', ({ data }) => {
      if (concerns(data)) reloadSoon()
    })
    events.addEventListener('gone', () => {
      events.close()
      end()
    })
    const poll = setInterval(() => {
      if (events.readyState !== EventSource.OPEN && document.visibilityState === 'visible') void reload()
    }, reloadEvery)
    return () => {
      events.close()
      clearInterval(poll)
      if (timer !== null) clearTimeout(timer)
    }
  }, [anchor])
}
