import { ArrowDownUp, ChartNoAxesGantt, LayoutGrid, ListFilter, Rows3 } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Count } from '../../platform/ui/Count.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import type { Measuring } from '../../work/plans/measure.ts'
import { MeasureSwitch } from '../figures/MeasureSwitch.tsx'
import { usePeopleOptions, useStatusOptions } from './options.tsx'
import {
  filterNames,
  type ModuleFilters,
  type ModuleViewSettings,
  moduleLayouts,
  noModuleFilters,
  orders,
  periods,
} from './view-settings.ts'

interface ViewSettingsBarProps {
  projectId: string
  measuring: Measuring
  settings: ModuleViewSettings
  onChange: (settings: ModuleViewSettings) => void
}

const icons = { list: <Rows3 />, board: <LayoutGrid />, gantt: <ChartNoAxesGantt /> }

/** Controls for the layout, order and filters of the modules. */
export function ViewSettingsBar({ projectId, measuring, settings, onChange }: ViewSettingsBarProps) {
  const { t } = useTranslation()
  const set = (change: Partial<ModuleViewSettings>) => onChange({ ...settings, ...change })
  const active = filterNames.filter((name) => settings.filters[name].length > 0).length
  return (
    <div className="flex min-h-11 items-center gap-2 border-b border-line px-4">
      <Menu
        trigger={
          <Button variant="ghost" icon={<ListFilter />}>
            {t('modules.filter')}
            {active > 0 && <Count value={active} />}
          </Button>
        }
      >
        <FilterRows
          projectId={projectId}
          filters={settings.filters}
          onChange={(filters) => set({ filters })}
        />
        {active > 0 && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => set({ filters: noModuleFilters })}>
              {t('modules.clearFilters')}
            </MenuItem>
          </>
        )}
      </Menu>
      <Menu
        trigger={
          <Button
            variant="ghost"
            icon={<ArrowDownUp />}
            aria-label={`${t('modules.orderBy')}: ${t(`modules.order.${settings.order}`)}`}
          >
            <span className="max-sm:sr-only">{t(`modules.order.${settings.order}`)}</span>
          </Button>
        }
      >
        <MenuRadio
          value={settings.order}
          onChange={(order) => set({ order })}
          options={orders.map((value) => ({ value, label: t(`modules.order.${value}`) }))}
        />
        <MenuSeparator />
        <MenuCheckbox checked={settings.isDescending} onChange={(isDescending) => set({ isDescending })}>
          {t('modules.descending')}
        </MenuCheckbox>
      </Menu>
      <span className="ml-auto" />
      <span className="max-sm:hidden">
        <MeasureSwitch measuring={measuring} />
      </span>
      <SegmentedControl
        label={t('modules.layout')}
        value={settings.layout}
        onChange={(layout) => set({ layout })}
        options={moduleLayouts.map((value) => ({
          value,
          label: t(`modules.layouts.${value}`),
          icon: icons[value],
        }))}
      />
    </div>
  )
}

interface FilterRowsProps {
  projectId: string
  filters: ModuleFilters
  onChange: (filters: ModuleFilters) => void
}

function FilterRows({ projectId, filters, onChange }: FilterRowsProps) {
  const { t } = useTranslation()
  const persons = usePeopleOptions(projectId)
  const days = periods.map((value) => ({ value, label: t(`modules.dates.${value}`), icon: undefined }))
  const values = {
    status: useStatusOptions(),
    lead: persons,
    members: persons,
    start_date: days,
    target_date: days,
  }
  return filterNames.map((name) => {
    const chosen: readonly string[] = filters[name]
    return (
      <MenuSub
        key={name}
        label={
          <>
            {t(`modules.filters.${name}`)}
            {chosen.length > 0 && <span className="ml-1.5 text-faint tabular">{chosen.length}</span>}
          </>
        }
      >
        {values[name].map(({ value, label, icon }) => (
          <MenuCheckbox
            key={value}
            checked={chosen.includes(value)}
            icon={icon}
            onChange={(isOn) =>
              onChange({
                ...filters,
                [name]: isOn ? [...chosen, value] : chosen.filter((one) => one !== value),
              })
            }
          >
            {label}
          </MenuCheckbox>
        ))}
      </MenuSub>
    )
  })
}
