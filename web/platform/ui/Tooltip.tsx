import { useRender } from '@base-ui/react/use-render'
import type { FocusEvent, PointerEvent, ReactElement } from 'react'
import { type TooltipContent, tooltipStore } from './tooltip-store.ts'

export interface TooltipProps extends TooltipContent {
  disabled?: boolean
  /** The element that the tooltip describes. It must accept props. */
  children: ReactElement
}

/**
 * A description that is shown on hover and focus. It must not be the only source of information, because
 * touch devices do not show it.
 */
export function Tooltip({ label, keys, side, disabled, children }: TooltipProps) {
  return useRender({
    render: children,
    props: disabled
      ? undefined
      : {
          onPointerEnter: (event: PointerEvent) => {
            if (event.pointerType !== 'touch' && !isOpen(event.currentTarget)) {
              tooltipStore.want(event.currentTarget, { label, keys, side })
            }
          },
          onFocus: (event: FocusEvent) => {
            if (event.currentTarget.matches(':focus-visible')) {
              tooltipStore.want(event.currentTarget, { label, keys, side })
            }
          },
          onPointerLeave: tooltipStore.hide,
          onPointerDown: tooltipStore.hide,
          onBlur: tooltipStore.hide,
        },
  })
}

function isOpen(trigger: Element): boolean {
  return trigger.getAttribute('aria-expanded') === 'true'
}
