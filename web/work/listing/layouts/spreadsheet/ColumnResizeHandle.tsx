import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { maxColumnWidthPx, minColumnWidthPx } from '#common/work/user-properties/rules.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'
import { scaleToBrowserFont } from '../../../../platform/ui/scale-to-browser-font.ts'
import type { SheetColumn } from './columns.ts'
import { type ColumnWidthSettings, resizeColumn } from './sizes.ts'
import type { ColumnWidthState } from './use-column-widths.ts'

interface ColumnResizeHandleProps {
  column: SheetColumn
  sizing: ColumnWidthState
  /** True if the user can reach this handle from the header with Tab. */
  isReachable: boolean
}

/** The number of pixels by which an arrow key moves the handle: `step` without Shift, `stride` with Shift. */
const step = 8
const stride = 40

/**
 * The resize handle of a column, moved by dragging or arrow keys. A double click or Enter resets the width.
 * The title column normally fills the remaining width. When the user resizes any column, the current width of
 * the title column is saved too, so that the dragged edge follows the pointer.
 */
export function ColumnResizeHandle({
  column: { name, width },
  sizing,
  isReachable,
}: ColumnResizeHandleProps) {
  const { t } = useTranslation()
  const edge = useRef<HTMLHRElement>(null)
  const press = useRef<{ x: number; before: ColumnWidthSettings } | null>(null)
  /** Widths that are shown but not saved yet. */
  const next = useRef<ColumnWidthSettings | null>(null)
  const [filled, setFilled] = useState(minColumnWidthPx)
  const { widths, preview, cancel, save } = sizing

  /** Returns all chosen widths and the current widths of the title and of this column. */
  const measured = (): ColumnWidthSettings => {
    const [title] = edge.current?.closest('tr')?.children ?? []
    const own = edge.current?.closest('th')
    return {
      ...(title && { title: Math.round(title.getBoundingClientRect().width / scaleToBrowserFont(1)) }),
      ...widths,
      ...(own && { [name]: Math.round(own.getBoundingClientRect().width / scaleToBrowserFont(1)) }),
    }
  }
  const show = (shown: ColumnWidthSettings) => {
    next.current = shown
    preview(shown)
  }
  const finish = () => {
    if (next.current !== null) save(next.current)
    next.current = press.current = null
  }
  const abandon = () => {
    next.current = press.current = null
    cancel()
  }
  const reset = () => {
    const { [name]: own, ...others } = widths
    if (own !== undefined) save(others)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus({ preventScroll: true })
    press.current = { x: event.clientX, before: measured() }
  }

  function onPointerMove({ clientX }: PointerEvent): void {
    const { current } = press
    if (current !== null && (next.current !== null || clientX !== current.x))
      show(resizeColumn(current.before, name, (clientX - current.x) / scaleToBrowserFont(1)))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (pressedKey(event) === 'Escape') {
      if (next.current !== null) abandon()
      else event.currentTarget.closest('th')?.focus()
    } else if (pressedKey(event) === 'Enter') reset()
    else if (direction !== undefined)
      show(resizeColumn(next.current ?? measured(), name, direction * (event.shiftKey ? stride : step)))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <hr
      ref={edge}
      tabIndex={isReachable ? 0 : -1}
      aria-orientation="vertical"
      aria-label={t('spreadsheet.width', { column: t(`properties.${name}`) })}
      aria-valuenow={widths[name] ?? (width || filled)}
      aria-valuemin={minColumnWidthPx}
      aria-valuemax={maxColumnWidthPx}
      onFocus={() => setFilled(measured()[name] ?? filled)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={finish}
      onPointerCancel={abandon}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
      onKeyUp={finish}
      onBlur={finish}
      className="absolute inset-y-0 end-0 z-1 m-0 h-auto w-2 cursor-col-resize touch-none border-0 outline-none after:absolute after:inset-y-0.5 after:end-0 after:w-0.75 after:rounded-full after:bg-accent after:opacity-0 hover:after:opacity-100 focus-visible:after:opacity-100 coarse:hidden"
    />
  )
}
