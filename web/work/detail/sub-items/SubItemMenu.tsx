import { useAtomValue } from 'jotai'
import { SlidersHorizontal } from 'lucide-react'
import { priorities } from '#common/work/work-items/priorities.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { assignableUsersAtom } from '../../../platform/person/people.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { FilterMenuItems } from '../../../platform/ui/FilterMenu.tsx'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../../platform/ui/MenuCheckbox.tsx'
import { MenuGroup } from '../../../platform/ui/MenuGroup.tsx'
import { MenuRadio } from '../../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../../platform/ui/MenuSub.tsx'
import { PriorityIcon } from '../../../platform/ui/PriorityIcon.tsx'
import { StateIcon } from '../../../platform/ui/StateIcon.tsx'
import { statesAtom } from '../../states/atoms.ts'
import {
  noSubItemFilters,
  type SubItemSettings,
  subItemDateFilters,
  subItemFilterNames,
  subItemGroupings,
  subItemProperties,
  subItemSortOrders,
} from './settings.ts'

interface SubItemMenuProps {
  projectId: string
  settings: SubItemSettings
  onChange: (change: Partial<SubItemSettings>) => void
}

/** Grouping, order, shown properties and filters of the sub-items. */
export function SubItemMenu({ projectId, settings, onChange }: SubItemMenuProps) {
  const { t } = useTranslation()
  const { hidden, group_by, order_by, filters } = settings
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={t('workItems.subItems.display')} icon={<SlidersHorizontal />} />}
    >
      <MenuSub label={t('display.groupList')}>
        <MenuRadio
          value={group_by ?? 'none'}
          onChange={(value) => onChange({ group_by: subItemGroupings.find((one) => one === value) ?? null })}
          options={subItemGroupings.map((name) => ({
            value: name ?? 'none',
            label: name === null ? t('display.noGroups') : t(`properties.${name}`),
          }))}
        />
      </MenuSub>
      <MenuSub label={t('display.order')}>
        <MenuRadio
          value={order_by}
          onChange={(order) => onChange({ order_by: order })}
          options={subItemSortOrders.map((value) => ({
            value,
            label: value === 'created_at' ? t('workItems.subItems.oldest') : t(`display.orders.${value}`),
          }))}
        />
      </MenuSub>
      <MenuSub label={t('display.properties')}>
        {subItemProperties.map((name) => (
          <MenuCheckbox
            key={name}
            checked={!hidden.includes(name)}
            onChange={(isShown) =>
              onChange({ hidden: isShown ? hidden.filter((one) => one !== name) : [...hidden, name] })
            }
          >
            {t(`properties.${propertyOf[name]}`)}
          </MenuCheckbox>
        ))}
      </MenuSub>
      <MenuSeparator />
      <MenuGroup label={t('ui.list.filter')}>
        <FilterMenuItems
          groups={useGroups(projectId, filters)}
          onChange={(name, chosen) => onChange({ filters: { ...filters, [name]: chosen } })}
          onClear={() => onChange({ filters: noSubItemFilters })}
        />
      </MenuGroup>
    </Menu>
  )
}

/** Maps the names of display settings to property names. The names of display settings are those of Plane. */
const propertyOf = {
  key: 'key',
  state: 'state',
  priority: 'priority',
  labels: 'labels',
  start_date: 'start_date',
  due_date: 'target_date',
  assignee: 'assignees',
} as const

function useGroups(projectId: string, filters: SubItemSettings['filters']) {
  const { t } = useTranslation()
  const states = useAtomValue(statesAtom(projectId))
  const people = useAtomValue(assignableUsersAtom(projectId))
  const options = {
    state: states.map(({ id, name, group, color }) => ({
      value: id,
      label: name,
      icon: <StateIcon group={group} color={color} />,
    })),
    priority: priorities.map((value) => ({
      value,
      label: t(`ui.priority.${value}`),
      icon: <PriorityIcon priority={value} />,
    })),
    assignees: people.map(({ id, display_name, avatar_url }) => ({
      value: id,
      label: displayNameOf({ display_name }),
      icon: <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />,
    })),
    start_date: periodsOf('start_date'),
    target_date: periodsOf('target_date'),
  }
  function periodsOf(name: 'start_date' | 'target_date') {
    return subItemDateFilters[name].map((value) => ({
      value,
      label: t(`workItems.subItems.periods.${value}`),
    }))
  }
  return subItemFilterNames.map((name) => ({
    name,
    label: t(`properties.${name}`),
    options: options[name],
    chosen: filters[name],
  }))
}
