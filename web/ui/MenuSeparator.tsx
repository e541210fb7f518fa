import { useMenuParts } from './menu-parts.ts'

export function MenuSeparator() {
  const Menu = useMenuParts()
  return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />
}
