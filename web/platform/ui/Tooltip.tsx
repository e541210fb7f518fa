import { useRender } from '@base-ui/react/use-render'
import type { FocusEvent, PointerEvent, ReactElement } from 'react'
import { type TooltipContent, tooltips } from './tooltip-state.ts'

export interface TooltipProps extends TooltipContent {
  disabled?: boolean
  /** The element it explains; it has to take props. */
  children: ReactElement
}

/** Says what something is when one hovers or focuses it. Never the only place of a fact: a finger does not see it. */
export function Tooltip({ label, keys, side, disabled, children }: TooltipProps) {
  return useRender({
    render: children,
    props: disabled
      ? undefined
      : {
          onPointerEnter: (event: PointerEvent) => {
            if (event.pointerType !== 'touch' && !isOpen(event.currentTarget)) {
              tooltips.want(event.currentTarget, { label, keys, side })
            }
          },
          onFocus: (event: FocusEvent) => {
            if (event.currentTarget.matches(':focus-visible')) {
              tooltips.want(event.currentTarget, { label, keys, side })
            }
          },
          onPointerLeave: tooltips.hide,
          onPointerDown: tooltips.hide,
          onBlur: tooltips.hide,
        },
  })
}

function isOpen(trigger: Element): boolean {
  return trigger.getAttribute('aria-expanded') === 'true'
}
