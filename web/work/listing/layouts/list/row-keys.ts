import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../../../platform/ui/hotkeys.ts'

/** A row among all that are shown. */
export interface RowAt {
  group: string
  id: string
}

export interface RowKeys {
  /** The rows from top to bottom. */
  rows: () => readonly RowAt[]
  onFocus: (row: RowAt) => void
  onSelectRange: (from: RowAt, to: RowAt) => void
  onPeek: (row: RowAt) => void
  /** Given, the title of a row can be written where it stands. */
  onRename?: (row: RowAt) => void
  /** Moves the row one place. */
  onMove: (row: RowAt, direction: 'up' | 'down') => void
}

/**
 * A list without a mouse: arrows or j and k go from row to row, with Shift they select on the way, with Alt they move the row; Space
 * looks into it, F2 writes its title. How one comes into the list is the same in every layout (`bulk/StepKeys.tsx`).
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, keys: RowKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(target)) return
    if (target instanceof Node && list.current?.contains(target) && handle(event, keys))
      event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether the key means something here. */
function handle(event: KeyboardEvent, keys: RowKeys): boolean {
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
  // On a value of a row the keys are the value's own.
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

function rowOf(target: EventTarget | null): RowAt | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null
  const { item, cell } = element?.dataset ?? {}
  return item === undefined || cell === undefined ? null : { id: item, group: cell }
}
