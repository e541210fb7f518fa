import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { menuRowClass } from './menu-class.ts'
import { useMenuComponents } from './menu-parts.ts'

export interface MenuCheckboxProps {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  icon?: ReactNode
  disabled?: boolean
}

/** A menu item that toggles a setting. The menu stays open, so that several settings can be changed. */
export function MenuCheckbox({ children, checked, onChange, icon, disabled }: MenuCheckboxProps) {
  const Menu = useMenuComponents()
  return (
    <Menu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className={menuRowClass}
    >
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate text-ui-start">
        {children}
      </span>
      <Menu.CheckboxItemIndicator className="text-accent">
        <Check />
      </Menu.CheckboxItemIndicator>
    </Menu.CheckboxItem>
  )
}
