import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { type TooltipContent, tooltipHandle } from './tooltip-handle.ts'

export interface TooltipProps extends TooltipContent {
  disabled?: boolean
  /** The element it explains; it has to take a ref and props. */
  children: ReactElement
}

/** Says what something is when one hovers or focuses it. Never the only place of a fact: a finger does not see it. */
export function Tooltip({ label, keys, side, disabled, children }: TooltipProps) {
  return (
    <BaseTooltip.Trigger
      handle={tooltipHandle}
      payload={{ label, keys, side }}
      disabled={disabled}
      render={children}
    />
  )
}
