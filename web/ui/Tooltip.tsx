import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

export interface TooltipProps {
  label: ReactNode
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  disabled?: boolean
  /** The element it explains; it has to take a ref and props. */
  children: ReactElement
}

/** Says what something is when one hovers or focuses it. Never the only place of a fact: a finger does not see it. */
export function Tooltip({ label, keys, side = 'bottom', disabled, children }: TooltipProps) {
  return (
    <BaseTooltip.Root disabled={disabled}>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-tooltip">
          <BaseTooltip.Popup className="flex max-w-72 items-center gap-2 rounded-sm bg-text px-2 py-1 text-sm font-medium text-sheet transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0">
            {label}
            {keys && <Kbd keys={keys} quiet />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
