import { useIsInCommand } from './command-parts.ts'
import { useMenuParts } from './menu-parts.ts'

export function MenuSeparator() {
  return useIsInCommand() ? null : <Separator />
}

function Separator() {
  const Menu = useMenuParts()
  return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />
}
