import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTextEntryTarget } from '../../../../platform/ui/hotkeys.ts'

/** A row of the list and its group, because an item can be in several groups. */
export interface ListRowPosition {
  group: string
  id: string
}

export interface ListRowKeyHandlers {
  /** Returns the rows from top to bottom. */
  rows: () => readonly ListRowPosition[]
  onFocus: (row: ListRowPosition) => void
  onSelectRange: (from: ListRowPosition, to: ListRowPosition) => void
  onPeek: (row: ListRowPosition) => void
  /** If given, F2 edits the title in place. */
  onRename?: (row: ListRowPosition) => void
  /** Moves the row by one position. */
  onMove: (row: ListRowPosition, direction: 'up' | 'down') => void
}

/**
 * Implements keyboard control of a list. The arrow keys or `j` and `k` move the focus. With Shift, they also
 * select rows; with Alt, they move the row. Space opens the side panel, and F2 renames the item.
 * `bulk/ItemNavigationShortcuts.tsx` moves the focus into the list.
 */
export function useListRowKeyboard(list: RefObject<HTMLElement | null>, keys: ListRowKeyHandlers): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || isTextEntryTarget(target)) return
    if (target instanceof Node && list.current?.contains(target) && handle(event, keys))
      event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Runs the action of a key. Returns whether the key has an action. */
function handle(event: KeyboardEvent, keys: ListRowKeyHandlers): boolean {
  const at = rowOf(event.target)
  const rows = keys.rows()
  const index = rows.findIndex((row) => row.id === at?.id && row.group === at.group)
  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (row === undefined) return false
    if (event.shiftKey && at !== null) keys.onSelectRange(at, row)
    keys.onFocus(row)
    return true
  }
  const direction = directions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (direction !== undefined) {
    if (!event.altKey) return go(index + (direction === 'up' ? -1 : 1))
    if (at !== null) keys.onMove(at, direction)
    return at !== null
  }
  if (event.altKey) return false
  if (event.key === 'Home') return go(0)
  if (event.key === 'End') return go(rows.length - 1)
  // These keys only act on the row while its title has the focus. A focused property value handles them
  // itself.
  if (at === null || !isTitle(event.target)) return false
  if (event.key === ' ') keys.onPeek(at)
  else if (event.key === 'F2' && keys.onRename) keys.onRename(at)
  else return false
  return true
}

const directions: Record<string, 'up' | 'down' | undefined> = {
  ArrowUp: 'up',
  k: 'up',
  ArrowDown: 'down',
  j: 'down',
}

function isTitle(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset['card'] !== undefined
}

function rowOf(target: EventTarget | null): ListRowPosition | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null
  const { item, cell } = element?.dataset ?? {}
  return item === undefined || cell === undefined ? null : { id: item, group: cell }
}
