import { type PointerEvent, useRef } from 'react'
import { gridColumns } from '#common/planning/dashboards/rules.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'

interface ResizeHandleProps {
  widget: Widget
  /** Called with the new width in grid columns and the new height in grid rows while the pointer moves. */
  onPreview: (w: number, h: number) => void
  /** Called with the new width and height when the user releases the pointer. */
  onResize: (w: number, h: number) => void
  onCancel: () => void
}

interface Start {
  x: number
  y: number
  /** The width of a grid column and the height of a grid row in pixels. */
  column: number
  row: number
}

/** The corner of a widget that a pointer drags to resize it. Keyboards and touch use the menu. */
export function ResizeHandle({ widget, onPreview, onResize, onCancel }: ResizeHandleProps) {
  const from = useRef<Start | null>(null)
  const sizeAt = ({ clientX, clientY }: PointerEvent, { x, y, column, row }: Start) =>
    [widget.w + Math.round((clientX - x) / column), widget.h + Math.round((clientY - y) / row)] as const
  return (
    <span
      aria-hidden
      draggable={false}
      className="absolute end-0 bottom-0 size-5 cursor-se-resize touch-none max-lg:hidden coarse:hidden"
      onPointerDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        const grid = event.currentTarget.closest('.grid')?.getBoundingClientRect()
        const card = event.currentTarget.parentElement?.getBoundingClientRect()
        if (grid === undefined || card === undefined) return
        from.current = {
          x: event.clientX,
          y: event.clientY,
          column: grid.width / gridColumns,
          row: card.height / widget.h,
        }
      }}
      onPointerMove={(event) => {
        if (from.current !== null) onPreview(...sizeAt(event, from.current))
      }}
      onPointerUp={(event) => {
        const start = from.current
        from.current = null
        if (start !== null) onResize(...sizeAt(event, start))
      }}
      onPointerCancel={() => {
        from.current = null
        onCancel()
      }}
    >
      <span className="absolute end-1 bottom-1 size-2 border-e-2 border-b-2 border-line-control opacity-0 transition-opacity group-hover:opacity-100" />
    </span>
  )
}
