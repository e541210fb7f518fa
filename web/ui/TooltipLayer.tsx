import { Tooltip } from '@base-ui/react/tooltip'
import { Kbd } from './Kbd.tsx'
import { tooltipHandle } from './tooltip-handle.ts'

/** The tooltip that every Tooltip shows its words in; once for the page, inside UiProvider. */
export function TooltipLayer() {
  return (
    <Tooltip.Root handle={tooltipHandle}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner
            side={payload?.side ?? 'bottom'}
            sideOffset={6}
            collisionPadding={8}
            className="z-tooltip"
          >
            <Tooltip.Popup className="flex max-w-72 items-center gap-2 rounded-sm bg-text px-2 py-1 text-sm font-medium text-sheet transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0">
              {payload?.label}
              {payload?.keys && <Kbd keys={payload.keys} quiet />}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}
