import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsInsideCommandPalette } from './command-parts.ts'
import { menuPopupClass, menuRowClass } from './menu-class.ts'
import { useMenuComponents } from './menu-parts.ts'

export interface MenuSubProps {
  label: ReactNode
  icon?: ReactNode
  disabled?: boolean
  children: ReactNode
}

/** A submenu. In the palette, its rows are shown without nesting, because users find rows by typing. */
export function MenuSub(props: MenuSubProps) {
  return useIsInsideCommandPalette() ? props.children : <Submenu {...props} />
}

function Submenu({ label, icon, disabled, children }: MenuSubProps) {
  const Menu = useMenuComponents()
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger disabled={disabled} className={menuRowClass}>
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight className="-me-1 text-faint!" />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={2} alignOffset={-4} collisionPadding={8} className="z-float">
          <Menu.Popup className={menuPopupClass}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  )
}
