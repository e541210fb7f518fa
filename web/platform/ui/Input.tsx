import { Input as BaseInput } from '@base-ui/react/input'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { inputClass, inputSizes } from './input-class.ts'

export interface InputProps extends Omit<ComponentProps<'input'>, 'size' | 'className'> {
  className?: string
  size?: 'sm' | 'md' | 'lg'
  /** Shown inside the field, before the text. */
  icon?: ReactNode
  /** Shown inside the field, at its end: a unit, a button or a shortcut. */
  end?: ReactNode
  invalid?: boolean
}

/** A single-line text field. Inside a `Field`, it uses the label, hint and error of the `Field`. */
export function Input({ size = 'md', icon, end, invalid, className, ...rest }: InputProps) {
  const input = (
    <BaseInput
      dir="auto"
      {...rest}
      aria-invalid={invalid || rest['aria-invalid'] || undefined}
      className={cx(
        inputClass,
        inputSizes[size],
        icon !== undefined && 'ps-8',
        // Hides the browser's clear button if `end` is set, because `end` is shown in the same position.
        end !== undefined && 'pe-9 [&::-webkit-search-cancel-button]:hidden',
        icon === undefined && end === undefined && className,
      )}
    />
  )
  if (icon === undefined && end === undefined) return input
  return (
    <span className={cx('relative flex [:where(&)]:w-full items-center', className)}>
      {icon !== undefined && (
        <span className="pointer-events-none absolute start-2.5 flex text-icon-faint">{icon}</span>
      )}
      {input}
      {end !== undefined && <span className="absolute end-1 flex items-center">{end}</span>}
    </span>
  )
}
