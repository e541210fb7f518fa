import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { tables } from '../../../platform/app/sync.ts'
import { linkElementOfItem } from '../drag/keep-focus.ts'
import { isFullyLoaded } from '../listings.ts'
import type { ListingView } from '../view.ts'
import { createFindInListFilter } from './find-filter.ts'

export interface FindInListState {
  isOpen: boolean
  /** The text that the list is filtered by. */
  text: string
  open: () => void
  /** Filters the list by the text that the user types. */
  narrow: (typed: string) => void
  /** Ends the search and restores the focus to the element that had it before the search. */
  close: () => void
}

/** Milliseconds between the last keystroke and the request to the server. Loaded items are filtered immediately. */
const typingPause = 150

/** Returns the search within a list. It is not saved, and it ends when another list is shown. */
export function useFindInList(view: ListingView): FindInListState {
  const { key } = view.scope.context
  const [finding, setFinding] = useState<Finding | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const whole = useRef(view)
  whole.current = view
  // The search belongs to one list, so it is ignored after another list is shown.
  const now = finding?.key === key ? finding : null
  const isOpen = now !== null
  const text = now?.text ?? ''
  const from = now?.from ?? null
  const itemId = now?.itemId
  const open = useCallback(() => {
    const { activeElement: from } = document
    const itemId = from?.closest<HTMLElement>('[data-item]')?.dataset['item']
    setFinding((last) => (last?.key === key ? last : { key, text: '', from, itemId }))
  }, [key])
  const narrow = useCallback((typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => setFinding((last) => last && { ...last, text: typed.trim() }),
      isFullyLoaded(whole.current) ? 0 : typingPause,
    )
  }, [])
  const close = useCallback(() => {
    clearTimeout(timer.current)
    setFinding(null)
    restoreFocus(from, itemId)
  }, [from, itemId])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => ({ isOpen, text, open, narrow, close }), [isOpen, text, open, narrow, close])
}

interface Finding {
  /** Identifies the list that is searched. */
  key: string
  text: string
  /**
   * The element that had the focus before the search, and the id of the item to which this element belongs.
   */
  from: Element | null
  itemId: string | undefined
}

/** Returns the listing with only the items that match the search. */
export function useFoundItemsView(view: ListingView, text: string, narrowed: Narrow): ListingView {
  return useMemo(() => {
    const found = createFindInListFilter(text, tables.projects.values())
    return found === null ? view : { ...narrowed(found), within: view }
  }, [view, text, narrowed])
}

type Narrow = (found: Record<string, unknown>) => ListingView

function focusable(id: string): HTMLElement | null {
  const cell = `[data-item="${CSS.escape(id)}"] :is(a, [tabindex="0"])`
  return linkElementOfItem(id) ?? document.querySelector<HTMLElement>(cell)
}

/** Number of frames to wait until the unfiltered list is rendered again. */
const maxFrames = 20

/**
 * Returns the focus to the row that had it before the search. The row can be a new element if the list was
 * rendered without it in between.
 */
function restoreFocus(from: Element | null, id: string | undefined, frames = maxFrames): void {
  requestAnimationFrame(() => {
    const element = from?.isConnected ? from : id === undefined ? null : focusable(id)
    if (element instanceof HTMLElement && element !== document.body) element.focus()
    else if (id !== undefined && frames > 0) restoreFocus(from, id, frames - 1)
    else document.querySelector<HTMLElement>('[data-find]')?.focus()
  })
}
