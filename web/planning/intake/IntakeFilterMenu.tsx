import { useAtomValue } from 'jotai'
import { ListFilter as FilterIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Priority, priorities } from '#common/work/work-items/priorities.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { peopleOfProjectAtom } from '../../platform/person/people.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuGroup } from '../../platform/ui/MenuGroup.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import type { IntakeTab } from '../../work/cycles-modules-epics/intake-paths.ts'
import { labelsAtom } from '../../work/labels/atoms.ts'
import { intakeStatusName } from './actions.ts'
import { hasIntakeFilters, type IntakeFilters, intakeStatusesOfTab, noIntakeFilters } from './use-intake.ts'

interface FilterMenuProps {
  projectId: string
  tab: IntakeTab
  filters: IntakeFilters
  onChange: (filters: IntakeFilters) => void
}

/** Filters the list by status, priority, labels and people. */
export function IntakeFilterMenu({ projectId, tab, filters, onChange }: FilterMenuProps) {
  const { t } = useTranslation()
  const isOn = hasIntakeFilters(filters)
  const labels = useAtomValue(labelsAtom(projectId))
  const people = useAtomValue(peopleOfProjectAtom(projectId)).map((person) => ({
    id: person.id,
    name: displayNameOf(person) ?? '',
    icon: <Avatar id={person.id} name={displayNameOf(person)} src={person.avatar_url} size="xs" decorative />,
  }))
  const set = (name: ListFilterName) => (values: string[]) => onChange({ ...filters, [name]: values })
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t(isOn ? 'intake.filtered' : 'intake.filter')}
          icon={<FilterIcon className={isOn ? 'text-accent' : undefined} />}
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
      <MenuSeparator />
      {labels.length > 0 && (
        <ListFilter
          label={t('properties.labels')}
          values={filters.labels}
          options={labels}
          onChange={set('labels')}
        />
      )}
      <ListFilter
        label={t('properties.assignees')}
        values={filters.assignees}
        options={people}
        onChange={set('assignees')}
      />
      <ListFilter
        label={t('properties.created_by')}
        values={filters.created_by}
        options={people}
        onChange={set('created_by')}
      />
      {isOn && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange(noIntakeFilters)}>{t('intake.clear')}</MenuItem>
        </>
      )}
    </Menu>
  )
}

type ListFilterName = 'labels' | 'assignees' | 'created_by'

interface ListFilterProps {
  label: string
  values: readonly string[]
  options: readonly { id: string; name: string; icon?: ReactNode }[]
  onChange: (values: string[]) => void
}

/** A submenu with the values of one property. */
function ListFilter({ label, values, options, onChange }: ListFilterProps) {
  return (
    <MenuSub label={label}>
      {options.map(({ id, name, icon }) => (
        <MenuCheckbox
          key={id}
          icon={icon}
          checked={values.includes(id)}
          onChange={(isWanted) => onChange(toggled(values, id, isWanted))}
        >
          {name}
        </MenuCheckbox>
      ))}
    </MenuSub>
  )
}

function toggled<Value>(values: readonly Value[], value: Value, isWanted: boolean): Value[] {
  const others = values.filter((one) => one !== value)
  return isWanted ? [...others, value] : others
}
