import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

export interface TooltipContent {
  label: ReactNode
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** One tooltip serves the whole page, so that a thousand rows of icons cost a thousand triggers and no more. */
export const tooltipHandle = Tooltip.createHandle<TooltipContent>()
