import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { tables } from '../../../platform/app/sync.ts'
import { elementOfItem } from '../drag/focus-along.ts'
import { isLoadedWhole } from '../listings.ts'
import type { ListingView } from '../view.ts'
import { findFilter } from './find-filter.ts'

export interface ListFind {
  isOpen: boolean
  /** What the list is narrowed to. */
  text: string
  open: () => void
  /** As it is typed. */
  narrow: (typed: string) => void
  /** Shows all again, and gives the focus back. */
  close: () => void
}

/** Milliseconds without a key after which the server is asked; what is loaded is narrowed at once. */
const typingPause = 150

/** Finding in a list: nothing of it is kept, and another list begins without. */
export function useFind(view: ListingView): ListFind {
  const { key } = view.scope.context
  const [finding, setFinding] = useState<Finding | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const whole = useRef(view)
  whole.current = view
  // A list that was left is narrowed no more.
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
      isLoadedWhole(whole.current) ? 0 : typingPause,
    )
  }, [])
  const close = useCallback(() => {
    clearTimeout(timer.current)
    setFinding(null)
    giveBack(from, itemId)
  }, [from, itemId])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => ({ isOpen, text, open, narrow, close }), [isOpen, text, open, narrow, close])
}

interface Finding {
  /** Of the list. */
  key: string
  text: string
  /** What had the focus, and the item that it is of. */
  from: Element | null
  itemId: string | undefined
}

/** The view with what is found alone. */
export function useFoundView(view: ListingView, text: string, narrowed: Narrow): ListingView {
  return useMemo(() => {
    const found = findFilter(text, tables.projects.values())
    return found === null ? view : { ...narrowed(found), within: view }
  }, [view, text, narrowed])
}

type Narrow = (found: Record<string, unknown>) => ListingView

function focusable(id: string): HTMLElement | null {
  const cell = `[data-item="${CSS.escape(id)}"] :is(a, [tabindex="0"])`
  return elementOfItem(id) ?? document.querySelector<HTMLElement>(cell)
}

/** Frames that the whole list may take to be drawn again. */
const patience = 20

/** The row that had the focus is another element by now, if the list was drawn anew without it. */
function giveBack(from: Element | null, id: string | undefined, frames = patience): void {
  requestAnimationFrame(() => {
    const element = from?.isConnected ? from : id === undefined ? null : focusable(id)
    if (element instanceof HTMLElement && element !== document.body) element.focus()
    else if (id !== undefined && frames > 0) giveBack(from, id, frames - 1)
    else document.querySelector<HTMLElement>('[data-find]')?.focus()
  })
}
