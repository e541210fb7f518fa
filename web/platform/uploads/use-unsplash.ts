import { useEffect, useState } from 'react'
import type { UnsplashPicture } from '#common/documents/files/unsplash.ts'
import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

/** Milliseconds without typing after which the search starts, because Unsplash limits the requests of a key. */
const typingPause = 400
const pageSize = 20

export interface UnsplashSearch {
  pictures: readonly UnsplashPicture[]
  status: 'loading' | 'ready' | 'error'
  /** The error message if the search failed. */
  failure: string
  /** Loads the next page. Null if there are no more pictures. */
  more: (() => void) | null
  retry: () => void
}

interface SearchRequest {
  words: string
  page: number
  attempt: number
}

/** Searches for pictures on Unsplash. If nothing is typed, the hook returns the pictures that Unsplash recommends. */
export function useUnsplash(typed: string): UnsplashSearch {
  const [searched, setSearched] = useState<SearchRequest>({ words: '', page: 1, attempt: 0 })
  const [pictures, setPictures] = useState<readonly UnsplashPicture[]>([])
  const [hasMore, setHasMore] = useState(false)
  const [status, setStatus] = useState<UnsplashSearch['status']>('loading')
  const [failure, setFailure] = useState('')
  const words = typed.trim()

  useEffect(() => {
    if (words === searched.words) return
    const timer = setTimeout(() => setSearched({ words, page: 1, attempt: 0 }), typingPause)
    return () => clearTimeout(timer)
  }, [words, searched.words])

  useEffect(() => {
    const over = new AbortController()
    setStatus('loading')
    readPage(searched, over.signal).then(
      (found) => {
        if (over.signal.aborted) return
        setPictures((before) => (searched.page === 1 ? found.pictures : [...before, ...found.pictures]))
        setHasMore(found.hasMore)
        setStatus('ready')
      },
      (error: unknown) => {
        if (over.signal.aborted) return
        if (!(error instanceof RequestError)) throw error
        setFailure(error.message)
        setStatus('error')
      },
    )
    return () => over.abort()
  }, [searched])

  return {
    pictures: searched.page === 1 && status !== 'ready' ? [] : pictures,
    status,
    failure,
    more: hasMore && status === 'ready' ? () => setSearched({ ...searched, page: searched.page + 1 }) : null,
    retry: () => setSearched({ ...searched, attempt: searched.attempt + 1 }),
  }
}

async function readPage({ words, page }: SearchRequest, signal: AbortSignal) {
  const query = { ...(words !== '' && { query: words }), page, per_page: pageSize }
  const answer = await request('searchPictures', { query }, { signal })
  if (Array.isArray(answer)) return { pictures: answer, hasMore: answer.length === pageSize }
  return { pictures: answer.results, hasMore: page < answer.total_pages }
}
