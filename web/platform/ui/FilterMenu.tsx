import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { CountLabel } from './CountLabel.tsx'
import { Menu } from './Menu.tsx'
import { MenuCheckbox } from './MenuCheckbox.tsx'
import { MenuItem } from './MenuItem.tsx'
import { MenuSeparator } from './MenuSeparator.tsx'
import { MenuSub } from './MenuSub.tsx'

export interface FilterGroup {
  name: string
  label: string
  options: readonly { value: string; label: string; icon?: ReactNode }[]
  chosen: readonly string[]
}

interface FilterToggle {
  label: string
  checked: boolean
  onChange: (isOn: boolean) => void
}

export interface FilterMenuItemsProps {
  groups: readonly FilterGroup[]
  onChange: (name: string, chosen: string[]) => void
  /** Filters that are only on or off. */
  toggles?: readonly FilterToggle[]
  onClear: () => void
}

/** A menu that filters a short list. A filter group without chosen values matches every entry. */
export function FilterMenu(props: FilterMenuItemsProps) {
  const { t } = useTranslation()
  const active = countOf(props)
  return (
    <Menu
      trigger={
        <Button variant="ghost" icon={<ListFilter />}>
          <span className="max-sm:sr-only">{t('ui.list.filter')}</span>
          {active > 0 && <CountLabel value={active} />}
        </Button>
      }
    >
      <FilterMenuItems {...props} />
    </Menu>
  )
}

function countOf({ groups, toggles = [] }: FilterMenuItemsProps): number {
  return (
    groups.filter(({ chosen }) => chosen.length > 0).length + toggles.filter(({ checked }) => checked).length
  )
}

/** The filters of a `FilterMenu` as rows inside another menu. */
export function FilterMenuItems(props: FilterMenuItemsProps) {
  const { groups, onChange, toggles = [], onClear } = props
  const { t } = useTranslation()
  return (
    <>
      {toggles.map(({ label, checked, onChange: toggle }) => (
        <MenuCheckbox key={label} checked={checked} onChange={toggle}>
          {label}
        </MenuCheckbox>
      ))}
      {groups.map(({ name, label, options, chosen }) => (
        <MenuSub
          key={name}
          label={
            <>
              {label}
              {chosen.length > 0 && <span className="ms-1.5 text-faint tabular">{chosen.length}</span>}
            </>
          }
        >
          {options.map((option) => (
            <MenuCheckbox
              key={option.value}
              checked={chosen.includes(option.value)}
              icon={option.icon}
              onChange={(isOn) =>
                onChange(
                  name,
                  isOn ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
                )
              }
            >
              {option.label}
            </MenuCheckbox>
          ))}
        </MenuSub>
      ))}
      {countOf(props) > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={onClear}>{t('ui.list.clear')}</MenuItem>
        </>
      )}
    </>
  )
}
