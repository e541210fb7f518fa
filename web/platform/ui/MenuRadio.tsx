import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { menuRowClass } from './menu-class.ts'
import { useMenuComponents } from './menu-parts.ts'

export interface MenuRadioProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: string; icon?: ReactNode }[]
}

/** A group of menu items of which exactly one is chosen. */
export function MenuRadio<Value extends string>({ value, onChange, options }: MenuRadioProps<Value>) {
  const Menu = useMenuComponents()
  return (
    <Menu.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Menu.RadioItem key={option.value} value={option.value} closeOnClick className={menuRowClass}>
          {option.icon}
          <span dir="auto" className="min-w-0 flex-1 truncate text-ui-start">
            {option.label}
          </span>
          <Menu.RadioItemIndicator className="text-accent">
            <Check />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
