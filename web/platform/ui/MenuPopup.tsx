import { Menu } from '@base-ui/react/menu'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from './cx.ts'
import { menuPopupClass } from './menu-class.ts'
import { MenuComponentsContext } from './menu-parts.ts'
import type { PopupControl } from './use-popup.ts'

interface MenuPopupProps {
  children: ReactNode
  control: PopupControl
  /** The element next to which the menu opens: the trigger, or the clicked point. */
  anchor: RefObject<Element | null> | { getBoundingClientRect: () => DOMRect }
  label?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  asWide?: boolean | undefined
}

/** The content of an open Menu or ContextMenu, loaded on demand. */
export function MenuPopup({
  children,
  control,
  anchor,
  label,
  side = 'bottom',
  align = 'start',
  asWide,
}: MenuPopupProps) {
  const focused = useRef(false)

  // Focuses the first row after the menu was opened by a key. Base UI focuses it only if the key was pressed on Base
  // UI's own trigger.
  function focusFirst(popup: HTMLDivElement | null) {
    if (!popup || !control.byKey || focused.current) return
    focused.current = true
    requestAnimationFrame(() => {
      popup.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
    })
  }

  return (
    <Menu.Root
      open={control.open}
      onOpenChange={control.onOpenChange}
      onOpenChangeComplete={control.onOpenChangeComplete}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-float"
        >
          <Menu.Popup
            ref={focusFirst}
            id={control.id}
            aria-label={label}
            aria-labelledby={label ? undefined : control.triggerRef.current?.id}
            finalFocus={control.finalFocus}
            className={cx(menuPopupClass, asWide && 'min-w-(--anchor-width)!')}
          >
            <MenuComponentsContext value={Menu}>{children}</MenuComponentsContext>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
