import { type ReactElement, useState } from 'react'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import { Popover } from './Popover.tsx'
import type { PlainDate } from './plain-date.ts'

const panel = loadable(() => import('./DatePanel.tsx').then(({ DatePanel }) => DatePanel))

export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6

export interface DatePickerProps {
  /** The button that shows the date. Leave it out and give `anchor` and `open` when a shortcut opens it. */
  trigger?: ReactElement
  anchor?: Element | null
  label: string
  value: PlainDate | null
  onChange: (value: PlainDate | null) => void
  /** From the person's profile: 0 is Sunday. */
  weekStartsOn?: WeekDay
  /** Days before or after cannot be chosen. */
  min?: PlainDate | null
  max?: PlainDate | null
  /** Whether a day has to be chosen, so that it cannot be cleared. */
  required?: boolean
  /** The date the person's zone has now; the browser's when not given. */
  today?: PlainDate
  /** What stands in its field from the start: the character that opened it. */
  typed?: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Where focus goes when a picker without a trigger closes; to where it was when not given. */
  finalFocus?: () => HTMLElement | boolean
}

/** A date by typing, by a shortcut or from a month. */
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
      <LazyPart
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
