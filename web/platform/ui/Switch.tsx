import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The label before the switch. */
  children?: ReactNode
  label?: string
  hint?: ReactNode
  disabled?: boolean
}

/** A switch for a setting that applies immediately. */
export function Switch({ checked, onChange, children, label, hint, disabled }: SwitchProps) {
  const id = useId()
  const control = (
    <BaseSwitch.Root
      id={id}
      aria-label={children ? undefined : label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className={cx(
        'touch-target inline-flex h-4.5 w-7.5 shrink-0 items-center rounded-full bg-line-control p-0.5 transition-colors data-checked:bg-accent',
        !children && 'data-disabled:opacity-45',
      )}
    >
      <BaseSwitch.Thumb className="size-3.5 rounded-full bg-knob shadow-knob transition-[translate] data-checked:translate-x-3" />
    </BaseSwitch.Root>
  )
  if (!children) return control
  return (
    <label
      htmlFor={id}
      className={cx('flex items-start justify-between gap-4 select-none', disabled && 'opacity-45')}
    >
      <span className="min-w-0">
        {children}
        {hint && <span className="block text-sm text-faint">{hint}</span>}
      </span>
      {control}
    </label>
  )
}
