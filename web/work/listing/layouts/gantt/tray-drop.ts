import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../../locales/i18n.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { readCanEditItem } from '../../../../platform/person/roles.ts'
import { getCurrentDay } from '../../../../platform/person/today.ts'
import { announce } from '../../../../platform/ui/announce.ts'
import { withDragLibrary } from '../../../../platform/ui/with-drag.ts'
import { formatItemKey } from '../../../work-items/actions.ts'
import { dragByLongPress, type PointerPosition } from '../../drag/long-press.ts'
import { createDragImage } from '../../drag/touch-drag.ts'
import { undatedCellName } from '../tray.ts'
import { changeDates } from './change-dates.ts'
import { scrollNearEdges } from './follow-pointer.ts'
import { datesOfNewBlock, toDayNumber } from './geometry.ts'
import { hoveredGanttItemAtom } from './preview.ts'
import type { TimeAxis } from './use-time-axis.ts'

interface TrayDrop {
  viewport: RefObject<HTMLElement | null>
  side: number
  axis: TimeAxis
  onDragging: (id: string | null) => void
}

/**
 * Sets dates for items that are dragged from the panel of undated items to the timeline, by mouse or touch.
 * Returns the first day of the item during the drag, and the item that a touch drags.
 */
export function useUndatedPanelDrop({ viewport, side, axis, onDragging }: TrayDrop) {
  const { today, zoom, dayAt } = axis
  const [day, setDay] = useState<number | null>(null)
  const dayOf = useEffectEvent((clientX: number) => {
    const left = viewport.current?.getBoundingClientRect().left ?? 0
    // The sidebar contains no days, so an item that is dropped there starts today.
    return clientX < left + side ? today : Math.floor(dayAt(clientX))
  })
  const drop = useEffectEvent((id: string, clientX: number) =>
    changeDates(id, datesOfNewBlock(dayOf(clientX), zoom)),
  )
  useEffect(() => {
    const view = viewport.current
    if (view === null) return
    return withDragLibrary(({ dropTargetForElements }) =>
      dropTargetForElements({
        element: view,
        canDrop: ({ source }) => source.data['cell'] === undatedCellName,
        getData: () => ({ kind: 'axis', cell: '' }),
        onDrag: ({ location }) => setDay(dayOf(location.current.input.clientX)),
        onDragLeave: () => setDay(null),
        onDrop: ({ source, location }) => {
          setDay(null)
          drop(String(source.data['id']), location.current.input.clientX)
        },
      }),
    )
  }, [viewport])
  const [lifted, setLifted] = useState<string | null>(null)
  const lift = useEffectEvent((id: string | null) => {
    setLifted(id)
    onDragging(id)
  })
  const follow = useEffectEvent((finger: PointerPosition) => {
    const view = viewport.current
    const isOver = view !== null && isWithin(view, finger)
    if (isOver) scrollNearEdges({ view, side }, finger)
    setDay(isOver ? dayOf(finger.x) : null)
  })
  useEffect(() => {
    const view = viewport.current
    // Listens on the parent, which contains both the panel of undated items and the axis.
    const both = view?.parentElement
    if (!both) return
    return dragByLongPress<DraggedItem>(both, {
      draggableAt,
      onLift(dragged) {
        dragged.ghost = createDragImage(dragged.card)
        lift(dragged.id)
      },
      onFollow({ ghost }, finger, start) {
        if (ghost) ghost.style.translate = `${finger.x - start.x}px ${finger.y - start.y}px`
        follow(finger)
      },
      onEnd({ id, ghost }, at) {
        ghost?.remove()
        setDay(null)
        lift(null)
        if (at !== null && isWithin(view, at)) drop(id, at.x)
      },
    })
  }, [viewport])
  return { day, lifted }
}

interface DraggedItem {
  id: string
  card: HTMLElement
  ghost?: HTMLElement
}

function draggableAt(target: Element): DraggedItem | null {
  const link = target.closest<HTMLElement>(`[data-cell="${undatedCellName}"] [data-card]`)
  const row = tables.work_items.get(link?.dataset['card'] ?? '')
  if (link === null || row === undefined || !readCanEditItem(row)) return null
  return { id: row.id, card: link.closest<HTMLElement>('[data-item]') ?? link }
}

function isWithin(view: HTMLElement, { x, y }: PointerPosition): boolean {
  const { left, right, top, bottom } = view.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

/**
 * Handles Space on an item in the panel of undated items: sets dates that begin today. `onPlaced` then
 * focuses the new block, which arrow keys can move.
 */
export function setDatesOnSpaceKey(
  event: KeyboardEvent,
  { zoom }: TimeAxis,
  onPlaced: (id: string) => void,
): void {
  const { target } = event
  const id = target instanceof HTMLElement ? target.dataset['card'] : undefined
  const row = id === undefined ? undefined : tables.work_items.get(id)
  if (event.key !== ' ' || row === undefined) return
  event.preventDefault()
  event.stopPropagation()
  changeDates(row.id, datesOfNewBlock(toDayNumber(getCurrentDay()), zoom))
  store.set(hoveredGanttItemAtom, row.id)
  announce(t('workItems.gantt.placed', { key: formatItemKey(row) }))
  onPlaced(row.id)
}
