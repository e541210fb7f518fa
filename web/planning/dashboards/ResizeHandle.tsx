import { type PointerEvent, useRef } from 'react'
import { gridColumns } from '#common/planning/dashboards/rules.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'

interface ResizeHandleProps {
  widget: Widget
  /** Called with the new number of columns and rows. */
  onResize: (w: number, h: number) => void
}

/** The corner of a widget that a pointer drags to resize it. Keyboards and touch use the menu. */
export function ResizeHandle({ widget, onResize }: ResizeHandleProps) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const end = (event: PointerEvent<HTMLElement>) => {
    const grid = event.currentTarget.closest('.grid')?.getBoundingClientRect()
    if (from.current === null || grid === undefined) return
    const column = grid.width / gridColumns
    const row = event.currentTarget.parentElement?.getBoundingClientRect().height ?? 0
    const columns = Math.round((event.clientX - from.current.x) / column)
    const rows = Math.round((event.clientY - from.current.y) / (row / widget.h))
    from.current = null
    onResize(widget.w + columns, widget.h + rows)
  }
  return (
    <span
      aria-hidden
      draggable={false}
      className="absolute end-0 bottom-0 size-4 cursor-se-resize touch-none max-md:hidden coarse:hidden"
      onPointerDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerUp={end}
    />
  )
}
