import { ListFilter } from 'lucide-react'
import { type Priority, priorities } from '#common/work/work-items/priorities.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuGroup } from '../../platform/ui/MenuGroup.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import type { IntakeTab } from '../../work/cycles-modules-epics/intake-paths.ts'
import { intakeStatusName } from './actions.ts'
import { hasIntakeFilters, type IntakeFilters, intakeStatusesOfTab, noIntakeFilters } from './use-intake.ts'

interface FilterMenuProps {
  tab: IntakeTab
  filters: IntakeFilters
  onChange: (filters: IntakeFilters) => void
}

/** Filters the list by status and priority. */
export function IntakeFilterMenu({ tab, filters, onChange }: FilterMenuProps) {
  const { t } = useTranslation()
  const isOn = hasIntakeFilters(filters)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t(isOn ? 'intake.filtered' : 'intake.filter')}
          icon={<ListFilter className={isOn ? 'text-accent' : undefined} />}
        />
      }
    >
      <MenuGroup label={t('intake.byStatus')}>
        {intakeStatusesOfTab[tab].map((status) => (
          <MenuCheckbox
            key={status}
            checked={filters.statuses.includes(status)}
            onChange={(isWanted) =>
              onChange({ ...filters, statuses: toggled(filters.statuses, status, isWanted) })
            }
          >
            {t(`intake.status.${intakeStatusName(status)}`)}
          </MenuCheckbox>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup label={t('properties.priority')}>
        {priorities.map((priority) => (
          <MenuCheckbox
            key={priority}
            icon={<PriorityIcon priority={priority} />}
            checked={filters.priorities.includes(priority)}
            onChange={(isWanted) =>
              onChange({ ...filters, priorities: toggled<Priority>(filters.priorities, priority, isWanted) })
            }
          >
            {t(`ui.priority.${priority}`)}
          </MenuCheckbox>
        ))}
      </MenuGroup>
      {isOn && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange(noIntakeFilters)}>{t('intake.clear')}</MenuItem>
        </>
      )}
    </Menu>
  )
}

function toggled<Value>(values: readonly Value[], value: Value, isWanted: boolean): Value[] {
  const others = values.filter((one) => one !== value)
  return isWanted ? [...others, value] : others
}
