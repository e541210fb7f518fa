import { type ReactElement, useState } from 'react'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import { Popover } from './Popover.tsx'
import type { PlainDate } from './plain-date.ts'

const panel = loadable(() => import('./DatePanel.tsx').then(({ DatePanel }) => DatePanel))

export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6

export interface DatePickerProps {
  /** The button that shows the date. Omit it and set `anchor` and `open` if a shortcut opens the picker. */
  trigger?: ReactElement
  anchor?: Element | null
  label: string
  value: PlainDate | null
  onChange: (value: PlainDate | null) => void
  /** The first day of the week from the user's profile, where 0 is Sunday. */
  weekStartsOn?: WeekDay
  /** The earliest and latest selectable day. Null for no limit. */
  min?: PlainDate | null
  max?: PlainDate | null
  /** True if the value cannot be cleared. */
  required?: boolean
  /** The current date in the user's time zone. The default is the date of the browser. */
  today?: PlainDate
  /** Initial text of the input: the character that opened the picker. */
  typed?: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /**
   * Returns the element that gets the focus when a picker without a trigger closes. The default is the
   * previously focused element.
   */
  finalFocus?: () => HTMLElement | boolean
}

/** A field to choose a date. The user types the date, or selects it from suggestions or a month calendar. */
export function DatePicker({
  trigger,
  anchor,
  label,
  open,
  onOpenChange,
  finalFocus,
  onChange,
  ...rest
}: DatePickerProps) {
  const [ownOpen, setOwnOpen] = useState(false)

  function changeOpen(next: boolean) {
    setOwnOpen(next)
    onOpenChange?.(next)
  }

  return (
    <Popover
      trigger={trigger}
      anchor={anchor}
      label={label}
      open={open ?? ownOpen}
      onOpenChange={changeOpen}
      finalFocus={finalFocus}
      preload={panel.preload}
      className="w-66 p-0!"
    >
      <LazyComponent
        part={panel}
        props={{
          ...rest,
          onChange: (value: PlainDate | null) => {
            onChange(value)
            changeOpen(false)
          },
        }}
        fallback={<div className="h-90" />}
      />
    </Popover>
  )
}
