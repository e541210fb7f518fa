import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { store, tables } from '../../../app/sync.ts'
import { t } from '../../../locales/i18n.ts'
import { announce } from '../../../ui/announce.ts'
import { withDrag } from '../../../ui/with-drag.ts'
import { dayNow } from '../../../users/today.ts'
import { keyOf } from '../../../work-items/actions.ts'
import { noDay } from '../tray.ts'
import { changeDates } from './change-dates.ts'
import { dayNumber, newDates } from './geometry.ts'
import { pointedAtom } from './preview.ts'
import type { TimeAxis } from './use-time-axis.ts'

/** What of the tray is dragged over the axis gets its days there; answers the first of them while it is. */
export function useTrayDrop(
  viewport: RefObject<HTMLElement | null>,
  side: number,
  { today, zoom, dayAt }: TimeAxis,
): number | null {
  const [day, setDay] = useState<number | null>(null)
  const dayOf = useEffectEvent((clientX: number) => {
    const left = viewport.current?.getBoundingClientRect().left ?? 0
    // Over the list there is no day to tell.
    return clientX < left + side ? today : Math.floor(dayAt(clientX))
  })
  const drop = useEffectEvent((id: string, clientX: number) =>
    changeDates(id, newDates(dayOf(clientX), zoom)),
  )
  useEffect(() => {
    const view = viewport.current
    if (view === null) return
    return withDrag(({ dropTargetForElements }) =>
      dropTargetForElements({
        element: view,
        canDrop: ({ source }) => source.data['cell'] === noDay,
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
  return day
}

/** Space on an item of the tray gives it days from today on; `onPlaced` then goes to its block, which arrow keys move. */
export function placeByKey(event: KeyboardEvent, { zoom }: TimeAxis, onPlaced: (id: string) => void): void {
  const { target } = event
  const id = target instanceof HTMLElement ? target.dataset['card'] : undefined
  const row = id === undefined ? undefined : tables.work_items.get(id)
  if (event.key !== ' ' || row === undefined) return
  event.preventDefault()
  event.stopPropagation()
  changeDates(row.id, newDates(dayNumber(dayNow()), zoom))
  store.set(pointedAtom, row.id)
  announce(t('workItems.gantt.placed', { key: keyOf(row) }))
  onPlaced(row.id)
}
