import type { ReactElement, ReactNode } from 'react'
import { useIsInsideCommandPalette } from './command-parts.ts'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'
import { MenuCommandItem } from './MenuCommandItem.tsx'
import { menuRowClass, menuRowDangerClass } from './menu-class.ts'
import { useMenuComponents } from './menu-parts.ts'

export interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  keys?: string
  /** Secondary text at the end of the row. */
  hint?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
  /** A link instead of an action: `link={<Link to="…" />}`. */
  link?: ReactElement
  /** A page that the palette shows instead of calling `onSelect`. */
  page?: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  return useIsInsideCommandPalette() ? <MenuCommandItem {...props} /> : <MenuRow {...props} />
}

function MenuRow({ children, icon, keys, hint, danger, disabled, onSelect, link }: MenuItemProps) {
  const Menu = useMenuComponents()
  const className = cx(menuRowClass, danger && menuRowDangerClass)
  const content = (
    <>
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate text-ui-start">
        {children}
      </span>
      {hint && <span className="ms-2 text-sm text-faint">{hint}</span>}
      {keys && <Kbd keys={keys} className="ms-3" />}
    </>
  )
  if (link) {
    return (
      <Menu.LinkItem render={link} closeOnClick className={className}>
        {content}
      </Menu.LinkItem>
    )
  }
  return (
    <Menu.Item onClick={onSelect} disabled={disabled} className={className}>
      {content}
    </Menu.Item>
  )
}
