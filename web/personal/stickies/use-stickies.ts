import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import { stickiesPageSize, stickyMatchesSearch } from '#common/personal/stickies/rules.ts'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { applyRows, onUnknownRow, replaceRows, requestWithVersion } from '../../platform/app/sync.ts'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { stickiesAtom } from './atoms.ts'
import { saveStickyEditsOfClosedTabs } from './autosave.ts'

interface Stickies extends LoadState {
  /** The loaded stickies, from the top of the list. */
  stickies: StickyRow[]
  hasMore: boolean
  /** Loads the next page. Concurrent calls share one request. */
  more: () => Promise<void>
}

/**
 * The range, from the top, in which all stickies are loaded. Below that range, only some stickies are loaded.
 */
interface LoadedRange {
  words: string
  until: number
  hasMore: boolean
  /** Cursor of the next page. */
  next: string
}

/** Returns the stickies that contain the words. They are loaded page by page and updated live. */
export function useStickies(words: string): Stickies {
  const all = useAtomValue(stickiesAtom)
  const [range, setRange] = useState<LoadedRange | null>(null)
  const reading = useRef<Promise<void> | null>(null)
  const now = range?.words === words ? range : null
  const stickies = useMemo(
    () =>
      all.filter(
        (sticky) =>
          stickyMatchesSearch(words, sticky) &&
          (now === null || !now.hasMore || sticky.sort_order >= now.until),
      ),
    [all, words, now],
  )
  const first = useCallback(async () => {
    setRange(await readPage(words))
    if (words === '') await saveStickyEditsOfClosedTabs()
  }, [words])
  const loaded = useLoadState(first)
  useReloadAfterEvents(onMovedSticky, () => void first().catch(() => undefined))
  const more = () => {
    reading.current ??= readPage(words, now?.next)
      .then(setRange, () => undefined)
      .finally(() => {
        reading.current = null
      })
    return reading.current
  }
  return { ...loaded, stickies, hasMore: now?.hasMore ?? false, more }
}

/**
 * Calls `onChange` when a sticky that is not loaded changes, because the sticky may now belong to the loaded range.
 * Returns the cleanup functions.
 */
function onMovedSticky(onChange: () => void): (() => void)[] {
  return [onUnknownRow(({ entity, op }) => entity === 'stickies' && op === 'update' && onChange())]
}

const firstPage = `${stickiesPageSize}:0:0`

async function readPage(words: string, cursor = firstPage): Promise<LoadedRange> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listStickies', {
    params: { slug },
    query: { cursor, ...(words !== '' && { query: words }) },
  })
  const { results, next_page_results, next_cursor } = answer
  if (currentSlug() === slug) {
    // The first page replaces all rows, because changes may have been missed while disconnected.
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
