import { useIsInsideCommandPalette } from './command-parts.ts'
import { useMenuComponents } from './menu-parts.ts'

export function MenuSeparator() {
  return useIsInsideCommandPalette() ? null : <Separator />
}

function Separator() {
  const Menu = useMenuComponents()
  return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />
}
