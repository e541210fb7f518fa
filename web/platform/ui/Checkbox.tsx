import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface CheckboxProps {
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
  /** The label of the checkbox. A click on the label toggles the checkbox. */
  children?: ReactNode
  /** The accessible name. Required if there is no visible label. */
  label?: string
  hint?: ReactNode
  disabled?: boolean
  name?: string
}

/** A checkbox for forms and selections. Use Switch for settings that apply immediately. */
export function Checkbox({ checked, onChange, children, label, hint, disabled, name }: CheckboxProps) {
  const id = useId()
  const box = (
    <BaseCheckbox.Root
      id={id}
      name={name}
      aria-label={children ? undefined : label}
      checked={checked === true}
      indeterminate={checked === 'some'}
      onCheckedChange={onChange}
      disabled={disabled}
      className={cx(
        'touch-target inline-grid size-4 shrink-0 place-items-center rounded-xs border-[1.5px] border-line-control bg-field text-on-accent transition-colors hover:border-accent data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent',
        !children && 'data-disabled:opacity-45',
      )}
    >
      <BaseCheckbox.Indicator className="flex">
        {checked === 'some' ? (
          <Minus className="size-3! stroke-[3.2]!" />
        ) : (
          <Check className="size-3! stroke-[3.2]!" />
        )}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
  if (!children) return box
  return (
    <label htmlFor={id} className={cx('inline-flex items-start gap-2 select-none', disabled && 'opacity-45')}>
      <span className="flex h-[1.45em] items-center">{box}</span>
      <span className="min-w-0">
        {children}
        {hint && <span className="block text-sm text-faint">{hint}</span>}
      </span>
    </label>
  )
}
