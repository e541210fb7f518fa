import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useState } from 'react'
import type { Groups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { t } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { announce } from '../../../platform/ui/announce.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { cellName, idsIn } from './cell.ts'
import type { DropTarget } from './drag.ts'
import { focusNextAtom } from './focus-next.ts'

interface KeyboardDrag {
  listing: Listing
  groups: Groups
  /** The cells of each lane from left to right; without lanes there is one. */
  lanes: readonly (readonly string[])[]
  onOpen: (id: string) => void
  onLift: (id: string | null) => void
  onDrop: (id: string, from: string, target: DropTarget) => void
}

interface Lift {
  id: string
  from: string
  target: DropTarget
}

/**
 * A board without a mouse: arrows go from card to card, Space lifts one, arrows then choose where it goes, Space or Enter drops
 * it and Escape puts it back; with Alt an arrow moves it by one place at once. Each step is told to screen readers.
 */
export function useKeyboardDrag({ listing, groups, lanes, onOpen, onLift, onDrop }: KeyboardDrag) {
  const [lift, setLift] = useState<Lift | null>(null)
  const setFocusNext = useSetAtom(focusNextAtom)

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey) return
    const id = event.target.dataset['card']
    if (id === undefined) return
    const cell = event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? ''
    const handled = event.altKey
      ? lift === null && moveAtOnce(event.key, id, cell)
      : lift === null
        ? whileWalking(event, id, cell)
        : whileLifted(event, lift)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }

  function whileWalking(event: KeyboardEvent, id: string, cell: string): boolean {
    if (pressedKey(event) === 'Enter') onOpen(id)
    else if (event.key === ' ') begin(id, cell)
    else if (event.key.startsWith('Arrow')) focusFrom(id, cell, event.key)
    else return false
    return true
  }

  function whileLifted(event: KeyboardEvent, { id, from, target }: Lift): boolean {
    if (pressedKey(event) === 'Escape') {
      end()
      announce(t('workItems.dragCancelled', { name: nameOf(id) }))
    } else if (event.key === ' ' || pressedKey(event) === 'Enter') {
      end()
      drop(id, from, target)
    } else if (event.key.startsWith('Arrow')) {
      const next = shifted(target, id, event.key)
      setLift({ id, from, target: next })
      announce(t('workItems.dragMoved', position(next, id)))
    } else if (event.key !== 'Tab') return false
    return true
  }

  /** With Alt an arrow moves a card by one place, without lifting it first. */
  function moveAtOnce(key: string, id: string, cell: string): boolean {
    if (!key.startsWith('Arrow')) return false
    const here = placeOf(id, cell)
    const target = shifted(here, id, key)
    if (target.cell !== here.cell || target.before !== here.before) drop(id, cell, target)
    return true
  }

  function drop(id: string, from: string, target: DropTarget): void {
    onDrop(id, from, target)
    // After the listing has moved the card, or the old element would take the focus.
    queueMicrotask(() => setFocusNext(id))
    announce(t('workItems.dragDropped', { name: nameOf(id), ...position(target, id) }))
  }

  function placeOf(id: string, cell: string): DropTarget {
    const ids = idsIn(groups, cell)
    return { cell, before: ids[ids.indexOf(id) + 1] ?? null }
  }

  function begin(id: string, cell: string): void {
    setLift({ id, from: cell, target: placeOf(id, cell) })
    onLift(id)
    announce(t('workItems.dragLifted', { name: nameOf(id) }))
  }

  function end(): void {
    setLift(null)
    onLift(null)
  }

  /** Ids of a cell as they would stand without the lifted card. */
  function rest(cell: string, id: string): string[] {
    return idsIn(groups, cell).filter((other) => other !== id)
  }

  /** Up and down go through a cell and on into the lane above or below; left and right go to the next column. */
  function shifted({ cell, before }: DropTarget, id: string, key: string): DropTarget {
    const ids = rest(cell, id)
    const at = before === null ? ids.length : ids.indexOf(before)
    const isVertical = key === 'ArrowUp' || key === 'ArrowDown'
    const to = at + (key === 'ArrowUp' ? -1 : 1)
    if (isVertical && to >= 0 && to <= ids.length) return { cell, before: ids[to] ?? null }
    const next = beside(cell, key)
    if (next === undefined) return { cell, before }
    if (key === 'ArrowUp') return { cell: next, before: null }
    return { cell: next, before: rest(next, id)[key === 'ArrowDown' ? 0 : at] ?? null }
  }

  function beside(cell: string, key: string): string | undefined {
    const lane = lanes.findIndex((cells) => cells.includes(cell))
    const column = lanes[lane]?.indexOf(cell) ?? -1
    if (key === 'ArrowUp' || key === 'ArrowDown') return lanes[lane + (key === 'ArrowUp' ? -1 : 1)]?.[column]
    return lanes[lane]?.[column + (key === 'ArrowRight' ? 1 : -1)]
  }

  function position({ cell, before }: DropTarget, id: string) {
    const ids = rest(cell, id)
    const at = before === null ? ids.length : ids.indexOf(before)
    return { group: cellName(listing, cell), position: at + 1, count: ids.length + 1 }
  }

  /** To the next card in the direction of an arrow, over cells that are empty. */
  function focusFrom(id: string, cell: string, key: string): void {
    const at = idsIn(groups, cell).indexOf(id)
    const isVertical = key === 'ArrowUp' || key === 'ArrowDown'
    const neighbour = isVertical && idsIn(groups, cell)[at + (key === 'ArrowUp' ? -1 : 1)]
    if (neighbour) {
      focusCard(neighbour, cell)
      return
    }
    for (let next = beside(cell, key); next !== undefined; next = beside(next, key)) {
      const ids = idsIn(groups, next)
      if (ids.length === 0) continue
      const last = ids.length - 1
      focusCard(ids[key === 'ArrowDown' ? 0 : key === 'ArrowUp' ? last : Math.min(at, last)], next)
      return
    }
  }

  return { onKeyDown, lifted: lift?.id ?? null, landing: lift?.target ?? null }
}

export function cardAt(id: string, cell: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(
    `[data-cell="${CSS.escape(cell)}"] [data-card="${CSS.escape(id)}"]`,
  )
}

/** A card with two labels stands in two cells. */
function focusCard(id: string | undefined, cell: string): void {
  const card = cardAt(id ?? '', cell)
  card?.focus()
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function nameOf(id: string): string {
  return tables.work_items.get(id)?.name ?? ''
}
