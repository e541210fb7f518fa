import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { Menu } from './Menu.tsx'
import { MenuCheckbox } from './MenuCheckbox.tsx'
import { MenuRadio } from './MenuRadio.tsx'
import { MenuSeparator } from './MenuSeparator.tsx'

interface SortOrderMenuProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: string }[]
  isDescending: boolean
  onReverse: (isDescending: boolean) => void
}

/** A menu to choose the order of a short list and the direction of that order. */
export function SortOrderMenu<Value extends string>(props: SortOrderMenuProps<Value>) {
  const { value, onChange, options, isDescending, onReverse } = props
  const { t } = useTranslation()
  const label = options.find((option) => option.value === value)?.label ?? ''
  return (
    <Menu
      trigger={
        <Button variant="ghost" icon={<ArrowDownUp />} aria-label={`${t('ui.list.orderBy')}: ${label}`}>
          <span className="max-sm:sr-only">{label}</span>
        </Button>
      }
    >
      <MenuRadio value={value} onChange={onChange} options={options} />
      <MenuSeparator />
      <MenuCheckbox checked={isDescending} onChange={onReverse}>
        {t('ui.list.descending')}
      </MenuCheckbox>
    </Menu>
  )
}
