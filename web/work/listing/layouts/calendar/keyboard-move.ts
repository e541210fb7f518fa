import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { addDays } from '#common/platform/clock.ts'
import type { ListingGroup, ListingGroups } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { announce } from '../../../../platform/ui/announce.ts'
import { formatLongDay } from '../../../../platform/ui/day-names.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'
import { useEndLift } from '../../drag/use-end-lift.ts'
import { groupOfListing } from '../../listings.ts'
import { selectRange } from '../../selection/selected.ts'
import { undatedCellName } from '../tray.ts'
import { isWeekend } from './date-grid.ts'

interface VisibleCalendar {
  /** The element of the calendar. This element takes the focus while the focused item is not rendered. */
  root: RefObject<HTMLElement | null>
  weeks: readonly (readonly PlainDate[])[]
  today: PlainDate
  showWeekends: boolean
}

interface KeyboardMove extends VisibleCalendar {
  groups: ListingGroups
  /** Shows the month or week that contains the day. */
  show: (day: PlainDate) => void
  onLift: (id: string | null) => void
  onDrop: (id: string, day: PlainDate) => void
}

interface Lift {
  id: string
  from: PlainDate
  day: PlainDate
}

/** Number of frames to wait until an item is rendered on its new day. */
const maxFrames = 30

/** Attribute of the elements of a day that can take the focus from arrow keys. */
export const calendarFocusStopAttribute = { 'data-stop': '' }

/**
 * Implements keyboard control of the calendar. Arrow keys move the focus within a day and between days, with
 * Shift they also select. Space lifts an item, arrow keys then choose a day (also in other months), Space or
 * Enter drops it and Escape cancels. Each step is announced to screen readers.
 */
export function useKeyboardMove(settings: KeyboardMove) {
  const { root, weeks, today, showWeekends, groups, show, onLift, onDrop } = settings
  const { t, i18n } = useTranslation()
  const [lift, setLift] = useState<Lift | null>(null)
  const setWanted = useFocusWhenRendered(root, groups)
  const { shifted, nextStop } = calendarSteps({ root, weeks, today, showWeekends })
  const words = (id: string, day: PlainDate) => ({
    name: tables.work_items.get(id)?.name ?? '',
    day: day === undatedCellName ? t('workItems.undated.title') : formatLongDay(day, i18n.language),
  })

  function cancel(): void {
    if (lift === null) return
    setLift(null)
    onLift(null)
    announce(t('workItems.dragCancelled', words(lift.id, lift.from)))
  }
  const isLiftedItem = (element: Element) =>
    element === root.current || (element instanceof HTMLElement && element.dataset['card'] === lift?.id)
  useEndLift(lift !== null, isLiftedItem, cancel)

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const handled = lift === null ? whileNavigating(event, target) : whileLifted(pressedKey(event), lift)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }

  function whileNavigating({ key, shiftKey }: KeyboardEvent, target: HTMLElement): boolean {
    if (target.dataset['stop'] === undefined) return false
    const day = target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? ''
    const id = target.dataset['card']
    if (key === ' ' && id !== undefined) {
      setLift({ id, from: day, day })
      onLift(id)
      announce(t('workItems.calendar.lifted', words(id, day)))
    } else if (key.startsWith('Arrow')) {
      const next = nextStop(target, day, key)
      const [from, to] = [itemOf(target), itemOf(next)]
      if (shiftKey && from !== undefined && to !== undefined) selectRange(from, to)
      focus(next)
    } else return false
    return true
  }

  function whileLifted(key: string, { id, from, day }: Lift): boolean {
    if (key === 'Escape') {
      end(id, from)
      announce(t('workItems.dragCancelled', words(id, from)))
    } else if (key === ' ' || key === 'Enter') {
      onDrop(id, day)
      end(id, day)
      announce(t('workItems.calendar.dropped', words(id, day)))
    } else if (key.startsWith('Arrow')) {
      const next = shifted(day, key)
      setLift({ id, from, day: next })
      showDay(next)
      announce(words(id, next).day)
    } else return key !== 'Tab'
    return true
  }

  function end(id: string, day: PlainDate): void {
    setLift(null)
    onLift(null)
    showDay(day)
    // The focus moves after the listing has moved the item. Otherwise the old element would take the focus.
    queueMicrotask(() => setWanted({ id, day }))
  }

  function showDay(day: PlainDate): void {
    if (day === undatedCellName || weeks.some((week) => week.includes(day))) return
    show(day)
    root.current?.focus()
  }

  return { onKeyDown, lifted: lift?.id ?? null, landing: lift?.day ?? null }
}

/** Returns a function that focuses an item of a day as soon as it is rendered there. */
function useFocusWhenRendered(root: RefObject<HTMLElement | null>, groups: ListingGroups) {
  const [wanted, setWanted] = useState<{ id: string; day: PlainDate } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    if (wanted.day !== undatedCellName && !isListed(groupOfListing(groups, wanted.day), wanted.id)) return
    let frame = 0
    const focusWhenFound = (left: number) => {
      const stops = stopsIn(root.current, wanted.day)
      const item = stops.find((one) => one.dataset['card'] === wanted.id)
      if (item === undefined && left > 0) {
        frame = requestAnimationFrame(() => focusWhenFound(left - 1))
        return
      }
      // A day with many items does not render all of them. Then the last element of the day takes the focus.
      const nearest = item ?? stops.at(-1)
      nearest?.focus()
      setWanted(null)
    }
    focusWhenFound(maxFrames)
    return () => cancelAnimationFrame(frame)
  }, [wanted, groups, root])
  return setWanted
}

/** Computes where an arrow key leads: to another focusable element, or to another day for a lifted item. */
function calendarSteps({ root, weeks, today, showWeekends }: VisibleCalendar) {
  // An item without a day starts at today, or at the first visible day if today is not visible.
  const firstDay = weeks.some((week) => week.includes(today)) ? today : (weeks[0]?.[0] ?? today)

  function shifted(day: PlainDate, key: string): PlainDate {
    if (day === undatedCellName) return firstDay
    if (key === 'ArrowUp' || key === 'ArrowDown') return addDays(day, key === 'ArrowUp' ? -7 : 7)
    let next = day
    do next = addDays(next, key === 'ArrowLeft' ? -1 : 1)
    while (!showWeekends && isWeekend(next))
    return next
  }

  /**
   * Returns the element to focus after an arrow key. Up and down lead to the next element of the day, or else to an
   * element of another day. Left and right lead to another day. Days without elements are skipped.
   */
  function nextStop(target: HTMLElement, day: PlainDate, key: string): HTMLElement | undefined {
    const stops = stopsIn(root.current, day)
    const at = stops.indexOf(target)
    const isVertical = key === 'ArrowUp' || key === 'ArrowDown'
    const step = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
    const beside = isVertical ? stops[at + step] : undefined
    if (beside !== undefined) return beside
    const found = daysFrom(day, isVertical, step)
      .map((next) => stopsIn(root.current, next))
      .find((each) => each.length > 0)
    return isVertical && step > 0 ? found?.[0] : isVertical ? found?.at(-1) : (found?.[at] ?? found?.at(-1))
  }

  function daysFrom(day: PlainDate, isVertical: boolean, step: 1 | -1): PlainDate[] {
    const row = weeks.findIndex((week) => week.includes(day))
    const column = weeks[row]?.indexOf(day) ?? -1
    if (day === undatedCellName && isVertical) return []
    // The panel with the items without a date comes after the last day.
    const days = isVertical ? weeks.flatMap((week) => week[column] ?? []) : [...weeks.flat(), undatedCellName]
    const at = days.indexOf(day)
    return step > 0 ? days.slice(at + 1) : days.slice(0, Math.max(at, 0)).reverse()
  }

  return { shifted, nextStop }
}

function stopsIn(root: HTMLElement | null, day: PlainDate): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(`[data-cell="${day}"] [data-stop]`) ?? [])]
}

/**
 * Returns the element of an item on a day. If the day is full and the item is not rendered, returns the button that shows all
 * items.
 */
export function findCalendarFocusStop(
  root: HTMLElement | null,
  day: PlainDate,
  id: string,
): HTMLElement | undefined {
  const stops = stopsIn(root, day)
  return stops.find((one) => itemOf(one) === id) ?? stops.at(-1)
}

/**
 * Returns true if an item is on a day or may be on it. If the items of the day are not all loaded, the item
 * may be among the missing ones.
 */
function isListed({ ids, total }: ListingGroup, id: string): boolean {
  return ids.includes(id) || ids.length < total
}

function itemOf(element: HTMLElement | undefined): string | undefined {
  return element?.closest<HTMLElement>('[data-item]')?.dataset['item']
}

function focus(element: HTMLElement | undefined): void {
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}
