import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonVariantProps, buttonClass } from './button-class.ts'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'children'>,
    ButtonVariantProps {
  className?: string
  /** Tooltip and accessible name. */
  label: string
  icon: ReactNode
  keys?: string
  loading?: boolean
  /** True if the toggle is pressed. If given, the button is a toggle. */
  pressed?: boolean
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({
  variant = 'ghost',
  size = 'md',
  label,
  icon,
  keys,
  loading,
  pressed,
  disabled,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={tooltipSide}>
      <BaseButton
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-busy={loading || undefined}
        {...rest}
        disabled={disabled || loading}
        focusableWhenDisabled={loading}
        className={cx(buttonClass({ variant, size }), 'px-0!', widths[size], className)}
      >
        {loading ? <Spinner size={14} /> : icon}
      </BaseButton>
    </Tooltip>
  )
}

const widths = { sm: 'w-control-sm', md: 'w-control', lg: 'w-control-lg' }
