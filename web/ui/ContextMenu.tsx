import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { menuPopupClass } from './menu-class.ts'

export interface ContextMenuProps {
  /** What is right-clicked or long-pressed; it has to take a ref and props. */
  children: ReactElement
  /** The same rows as in a Menu. */
  items: ReactNode
  onOpenChange?: (open: boolean) => void
}

/** The actions of a thing under the pointer. Each has to be reachable without it too: from a Menu, a key or the palette. */
export function ContextMenu({ children, items, onOpenChange }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root onOpenChange={onOpenChange}>
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner collisionPadding={8} className="z-float">
          <BaseContextMenu.Popup className={menuPopupClass}>{items}</BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  )
}
