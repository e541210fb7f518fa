import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { inputClass, inputSizes } from './input-class.ts'
import { menuPopupClass, menuRowClass } from './menu-class.ts'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  disabled?: boolean
}

export interface SelectProps<Value extends string> {
  value: Value | null
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  /** The accessible name. Required if the Select is not inside a `Field`, which would label it. */
  label?: string
  size?: 'sm' | 'md' | 'lg'
  disabled?: boolean
  invalid?: boolean
  className?: string
}

/** A form control to choose one of a few options. If users need to search, use Picker. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  label,
  size = 'md',
  disabled,
  invalid,
  className,
}: SelectProps<Value>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <BaseSelect.Trigger
        aria-label={label}
        aria-invalid={invalid || undefined}
        className={cx(
          inputClass,
          inputSizes[size],
          'touch-target flex items-center gap-2 pe-2 text-ui-start select-none aria-expanded:border-line-control data-disabled:opacity-50',
          className,
        )}
      >
        {chosen?.icon}
        <BaseSelect.Value
          className="min-w-0 flex-1 truncate data-placeholder:text-faint"
          placeholder={placeholder}
        />
        <BaseSelect.Icon className="text-icon-faint">
          <ChevronDown />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          alignItemWithTrigger={false}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-float"
        >
          <BaseSelect.Popup className={cx(menuPopupClass, 'min-w-(--anchor-width)!')}>
            <BaseSelect.List>
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className={menuRowClass}
                >
                  {option.icon}
                  <BaseSelect.ItemText className="min-w-0 flex-1 truncate">
                    {option.label}
                  </BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className="text-accent">
                    <Check />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
