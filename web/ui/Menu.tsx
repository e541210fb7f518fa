import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { menuPopupClass } from './menu-class.ts'

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
}

/** A list of actions behind a button. Fill it with MenuItem, MenuCheckbox, MenuRadio, MenuSub, MenuGroup and MenuSeparator. */
export function Menu({ trigger, children, open, onOpenChange, side = 'bottom', align = 'start' }: MenuProps) {
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-float"
        >
          <BaseMenu.Popup className={menuPopupClass}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
