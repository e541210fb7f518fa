import type { ReactNode } from 'react'
import { useMenuComponents } from './menu-parts.ts'

export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const Menu = useMenuComponents()
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-faint">{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  )
}
