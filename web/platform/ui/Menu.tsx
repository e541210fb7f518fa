import type { ReactElement, ReactNode } from 'react'
import { LazyComponent } from './LazyComponent.tsx'
import { lazyMenuPopup } from './lazy-menu-popup.ts'
import { usePopup } from './use-popup.ts'

export interface MenuProps {
  /** The element that opens the menu: a Button or IconButton. */
  trigger: ReactElement
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  /** If true, the menu is at least as wide as the trigger. */
  asWide?: boolean
}

/**
 * A menu behind a button. Contains MenuItem, MenuCheckbox, MenuRadio, MenuSub, MenuGroup and MenuSeparator.
 */
export function Menu({ trigger, children, open, onOpenChange, side, align, asWide }: MenuProps) {
  const { button, shown, control } = usePopup({
    trigger,
    open,
    onOpenChange,
    haspopup: 'menu',
    arrows: true,
    preload: lazyMenuPopup.preload,
  })
  return (
    <>
      {button}
      {shown && (
        <LazyComponent
          part={lazyMenuPopup}
          props={{ children, control, anchor: control.triggerRef, side, align, asWide }}
        />
      )}
    </>
  )
}
