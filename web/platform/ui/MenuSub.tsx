import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsInCommand } from './command-parts.ts'
import { menuPopupClass, menuRowClass } from './menu-class.ts'
import { useMenuParts } from './menu-parts.ts'

export interface MenuSubProps {
  label: ReactNode
  icon?: ReactNode
  disabled?: boolean
  children: ReactNode
}

/** A submenu. In the palette, its rows are shown without nesting, because users find rows by typing. */
export function MenuSub(props: MenuSubProps) {
  return useIsInCommand() ? props.children : <Submenu {...props} />
}

function Submenu({ label, icon, disabled, children }: MenuSubProps) {
  const Menu = useMenuParts()
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
