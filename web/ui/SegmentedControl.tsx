import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './Tooltip.tsx'

export interface SegmentedOption<Value extends string> {
  value: Value
  label: string
  /** Given, the option is its icon, and its label the tooltip. */
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

/** One of two to five, all in sight: layouts of a list, units of a scale. For screens within a screen, take Tabs. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedControlProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className="inline-flex shrink-0 gap-px rounded-md bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {options.map((option) => {
        const toggle = (
          <Toggle
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            aria-label={option.icon ? option.label : undefined}
            className={cx(
              'touch-target relative flex h-6 select-none items-center justify-center rounded-sm text-sm font-medium text-soft transition-colors hover:text-text focus-visible:z-1 disabled:opacity-45 data-pressed:bg-raised data-pressed:text-text data-pressed:shadow-knob',
              option.icon ? 'w-7' : 'px-2',
            )}
          >
            {option.icon ?? option.label}
          </Toggle>
        )
        if (!option.icon) return toggle
        return (
          <Tooltip key={option.value} label={option.label} keys={option.keys}>
            {toggle}
          </Tooltip>
        )
      })}
    </ToggleGroup>
  )
}
