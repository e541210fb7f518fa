import {
  type HTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { isTextEntryTarget } from './hotkeys.ts'
import { SortableContext, type SortableRowMoves, useSortable } from './sortable.ts'
import { withDragLibrary } from './with-drag.ts'

interface SortableListProps extends HTMLAttributes<HTMLElement> {
  as?: 'ul' | 'ol' | 'div' | 'fieldset'
  /** The functions that move rows. Omit `order`, or pass false or null, if the rows cannot be reordered. */
  order?: SortableRowMoves | false | null
  /** The selector of the focusable element in a row. */
  focus: string
  /** `x` for rows that are next to each other instead of below each other. */
  axis?: 'x' | 'y'
  /**
   * If true, rows can be dragged by mouse only, and the drag library is loaded when a pointer comes near the list.
   * Use it for lists that are on every screen.
   */
  lazy?: boolean
  /** Scrolls the container when a row is dragged to its edges. */
  scrolls?: boolean
}

const steps = {
  x: { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 },
  y: { ArrowUp: -1, ArrowDown: 1 },
} as const
const indents = { ArrowLeft: -1, ArrowRight: 1 } as const

/** A list of `SortableRow`s. Arrow keys move the focus; with Alt they move the row, like dragging. */
export function SortableList({
  as: List = 'ul',
  order,
  focus,
  axis = 'y',
  lazy = false,
  scrolls = false,
  ...rest
}: SortableListProps) {
  const list = useRef<HTMLElement>(null)
  const isNested = useSortable().list !== ''
  const [isNear, setNear] = useState(false)
  const canDrag = isNear || !lazy
  useScroll(list, canDrag && scrolls)

  /** Restores the focus to a moved row, because its DOM element moves too. */
  function focusLater(id: string): void {
    requestAnimationFrame(() =>
      list.current?.querySelector(`[data-sortable="${id}"]`)?.querySelector<HTMLElement>(focus)?.focus(),
    )
  }

  function step(id: string, by: 1 | -1): void {
    if (order) void order.step(id, by)
    focusLater(id)
  }

  function moveByKey(row: Element, key: string): boolean {
    const id = row.getAttribute('data-sortable') ?? ''
    const [by, indent] = [steps[axis][key as 'ArrowUp'], axis === 'y' && indents[key as 'ArrowLeft']]
    if (!order || row.hasAttribute('data-fixed')) return false
    if (by !== undefined) step(id, by)
    else if (indent && order.indent) {
      void order.indent(id, indent)
      focusLater(id)
    } else return false
    return true
  }

  function goByKey(stop: HTMLElement | null, key: string): boolean {
    const stops = [...(list.current?.querySelectorAll<HTMLElement>(focus) ?? [])]
    const by = steps[axis][key as 'ArrowUp']
    if (stop === null || by === undefined) return false
    const next = stops[stops.indexOf(stop) + by]
    next?.focus()
    // At the ends of a nested list, return false, so that the outer list handles the key and moves the focus.
    return next !== undefined || !isNested
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, target } = event
    if (event.defaultPrevented || !(target instanceof Element) || isTextEntryTarget(target)) return
    const row = target.closest('[data-sortable]')
    if (row === null) return
    const own = row.querySelector<HTMLElement>(focus)
    const stop = target.closest<HTMLElement>(focus) ?? own
    if (altKey ? stop === own && moveByKey(row, key) : goByKey(stop, key)) event.preventDefault()
  }

  const context = { list: useId(), order: order || null, axis, canDrag, byMouse: lazy, step }
  return (
    <SortableContext value={context}>
      <List
        ref={(element: HTMLElement | null) => {
          list.current = element
        }}
        onKeyDown={onKeyDown}
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setNear(true)}
        {...rest}
      />
    </SortableContext>
  )
}

function useScroll(element: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const scroller = element.current?.closest<HTMLElement>('[data-scroller]')
    if (!scroller || !enabled) return
    return withDragLibrary(({ autoScrollForElements }) => autoScrollForElements({ element: scroller }))
  }, [element, enabled])
}
