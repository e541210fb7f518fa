import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

export interface PopoverProps {
  trigger?: ReactElement
  /** Where it appears when there is no trigger: the row or card that a shortcut acts on. */
  anchor?: Element | null
  /** Its name for screen readers. */
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
}

/** A small surface of its own beside what opened it. For a list to choose from, take Picker or Menu. */
export function Popover({
  trigger,
  anchor,
  label,
  children,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
}: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <BasePopover.Trigger render={trigger} />}
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor ?? undefined}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-float"
        >
          <BasePopover.Popup
            aria-label={label}
            className={cx(
              'float scroll-quiet max-h-(--available-height) max-w-[calc(100vw-16px)] overflow-y-auto p-3',
              className,
            )}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
