import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** Layout only (margins, width); the look comes from variant and size. */
  className?: string
  icon?: ReactNode
  /** After the words, as the arrow of something that opens. */
  endIcon?: ReactNode
  /** Keeps its width and focus, shows a spinner and takes no press. */
  loading?: boolean
  /** The shortcut that does the same, as `useHotkey` writes it. */
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
