import { Popover } from '@base-ui/react/popover'
import { useRef } from 'react'
import { cx } from './cx.ts'
import type { PopoverProps } from './Popover.tsx'
import { isTouchDevice } from './use-media-query.ts'
import type { PopupControl } from './use-popup.ts'

/** The content of an open Popover, loaded on demand. */
export function PopoverPopup({ popover, control }: { popover: PopoverProps; control: PopupControl }) {
  const { anchor, label, children, side = 'bottom', align = 'start', className } = popover
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root
      open={control.open}
      onOpenChange={control.onOpenChange}
      onOpenChangeComplete={control.onOpenChangeComplete}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor ?? control.triggerRef}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-float"
        >
          <Popover.Popup
            ref={popup}
            id={control.id}
            initialFocus={isTouchDevice() ? popup : undefined}
            aria-label={label}
            finalFocus={control.finalFocus}
            className={cx(
              'float scroll-quiet max-h-(--available-height) max-w-[calc(100vw-1rem)] overflow-y-auto p-3',
              className,
            )}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
