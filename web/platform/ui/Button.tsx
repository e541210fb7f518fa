import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonVariantProps, buttonClass } from './button-class.ts'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonVariantProps {
  /** Class names for layout only, such as margins and width. `variant` and `size` determine the style. */
  className?: string
  icon?: ReactNode
  /** Shown after the label, such as an arrow. */
  endIcon?: ReactNode
  /** Shows a spinner and ignores clicks. The button keeps its width and the focus. */
  loading?: boolean
  /** Keyboard shortcut in the format of `useHotkey`. */
  keys?: string
}

export function Button({
  variant = 'line',
  size = 'md',
  icon,
  endIcon,
  loading,
  keys,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      type="button"
      {...rest}
      disabled={disabled || loading}
      focusableWhenDisabled={loading}
      aria-busy={loading || undefined}
      className={cx(buttonClass({ variant, size }), className)}
    >
      {loading ? <Spinner size={14} /> : icon}
      {children}
      {endIcon}
      {keys && <Kbd keys={keys} quiet={variant === 'primary' || variant === 'danger'} />}
    </BaseButton>
  )
}
