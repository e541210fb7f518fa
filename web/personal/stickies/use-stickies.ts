import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import { isFoundBy, stickiesPage } from '#common/personal/stickies/rules.ts'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { applyRows, onUnknownRow, replaceRows, requestWithVersion } from '../../platform/app/sync.ts'
import { type LoadState, useLoaded } from '../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../platform/shell/use-reload-on.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { stickiesAtom } from './atoms.ts'
import { saveKept } from './writings.ts'

interface Stickies extends LoadState {
  /** Those that are here, from the top. */
  stickies: StickyRow[]
  hasMore: boolean
  /** Reads the next page; asked again meanwhile, it is the same reading. */
  more: () => Promise<void>
}

/** How far from the top stickies have been read; what lies below is not all here. */
interface Reach {
  words: string
  until: number
  hasMore: boolean
  /** The cursor of the page that follows. */
  next: string
}

/** One's own stickies in which the words stand, page by page, live. */
export function useStickies(words: string): Stickies {
  const all = useAtomValue(stickiesAtom)
  const [reach, setReach] = useState<Reach | null>(null)
  const reading = useRef<Promise<void> | null>(null)
  const now = reach?.words === words ? reach : null
  const stickies = useMemo(
    () =>
      all.filter(
        (sticky) =>
          isFoundBy(words, sticky) && (now === null || !now.hasMore || sticky.sort_order >= now.until),
      ),
    [all, words, now],
  )
  const first = useCallback(async () => {
    setReach(await readPage(words))
    if (words === '') await saveKept()
  }, [words])
  const loaded = useLoaded(first)
  useReloadOn(followMoves, () => void first().catch(() => undefined))
  const more = () => {
    reading.current ??= readPage(words, now?.next)
      .then(setReach, () => undefined)
      .finally(() => {
        reading.current = null
      })
    return reading.current
  }
  return { ...loaded, stickies, hasMore: now?.hasMore ?? false, more }
}

/** One from below has changed, and may have its place among those that are here now. */
function followMoves(tell: () => void): (() => void)[] {
  return [onUnknownRow(({ entity, op }) => entity === 'stickies' && op === 'update' && tell())]
}

const firstPage = `${stickiesPage}:0:0`

async function readPage(words: string, cursor = firstPage): Promise<Reach> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listStickies', {
    params: { slug },
    query: { cursor, ...(words !== '' && { query: words }) },
  })
  const { results, next_page_results, next_cursor } = answer
  if (currentSlug() === slug) {
    // All that is read from the top on replaces what may have gone while nobody was listening.
    if (cursor === firstPage && words === '') replaceRows('stickies', results, version)
    else applyRows('stickies', results, version)
  }
  return {
    words,
    until: results.at(-1)?.sort_order ?? 0,
    hasMore: next_page_results,
    next: next_cursor,
  }
}
