import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './Tooltip.tsx'

export interface SegmentedOption<Value extends string> {
  value: Value
  label: string
  /** If given, the option shows the icon, and its label as a tooltip. */
  icon?: ReactNode
  keys?: string
  disabled?: boolean
}

export interface SegmentedControlProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly SegmentedOption<Value>[]
}

/**
 * A choice of two to five visible options, such as layouts or time scales. Use Tabs for screens within a
 * screen.
 */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedControlProps<Value>) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      onKeyDown={moveFocus}
      className="inline-flex shrink-0 gap-px rounded-md bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {options.map((option) => {
        const chosen = option.value === value
        const button = (
          <button
            key={option.value}
            type="button"
            disabled={option.disabled}
            aria-pressed={chosen}
            aria-label={option.icon ? option.label : undefined}
            tabIndex={chosen ? 0 : -1}
            onClick={() => !chosen && onChange(option.value)}
            className={cx(
              'touch-target relative flex h-[calc(var(--control)-0.25rem)] select-none items-center justify-center rounded-sm text-sm font-medium text-soft transition-colors hover:text-text focus-visible:z-1 disabled:opacity-45 aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-knob',
              option.icon ? 'w-control' : 'px-2',
            )}
          >
            {option.icon ?? option.label}
          </button>
        )
        if (!option.icon) return button
        return (
          <Tooltip key={option.value} label={option.label} keys={option.keys}>
            {button}
          </Tooltip>
        )
      })}
    </div>
  )
}

/** Moves the focus between the options with arrow keys. Tab focuses the chosen option. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  event.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}
