import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps<Value extends string> {
  label: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  disabled?: boolean
}

/** A choice of a few options with descriptions. */
export function RadioGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
  disabled,
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <BaseRadioGroup<Value | null>
      aria-label={label}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      className="flex flex-col gap-2.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${id}${option.value}`}
          className={cx(
            'inline-flex items-start gap-2 select-none',
            (disabled || option.disabled) && 'opacity-45',
          )}
        >
          <span className="flex h-[1.45em] items-center">
            <Radio.Root
              id={`${id}${option.value}`}
              value={option.value}
              disabled={option.disabled}
              className="touch-target grid size-4 shrink-0 place-items-center rounded-full border-[1.5px] border-line-control bg-field transition-colors hover:border-accent data-checked:border-accent data-checked:bg-accent"
            >
              <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" />
            </Radio.Root>
          </span>
          <span className="min-w-0">
            {option.label}
            {option.hint && <span className="block text-sm text-faint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </BaseRadioGroup>
  )
}
