import { useTranslation } from '../../locales/i18n.ts'
import { FilterMenu } from '../../platform/ui/FilterMenu.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { SortOrderMenu } from '../../platform/ui/SortOrderMenu.tsx'
import type { ChosenMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { LayoutSwitch } from '../cycles-and-modules/LayoutSwitch.tsx'
import { filterPeriods } from '../cycles-and-modules/list-filters.ts'
import { MeasureSwitch } from '../figures/MeasureSwitch.tsx'
import { useModulePeopleOptions, useModuleStatusOptions } from './options.tsx'
import {
  activeModuleFilters,
  type ModuleFilters,
  type ModuleViewSettings,
  moduleFilterNames,
  moduleSortFields,
  noModuleFilters,
} from './view-settings.ts'

interface ModuleViewSettingsBarProps {
  projectId: string
  measuring: ChosenMeasure
  settings: ModuleViewSettings
  onChange: (settings: ModuleViewSettings) => void
  isArchive: boolean
  onArchive: (isArchive: boolean) => void
}

/** Controls for the layout, order and filters of the modules. */
export function ModuleViewSettingsBar(props: ModuleViewSettingsBarProps) {
  const { projectId, measuring, settings, onChange, isArchive, onArchive } = props
  const { t } = useTranslation()
  const set = (change: Partial<ModuleViewSettings>) => onChange({ ...settings, ...change })
  const filters = activeModuleFilters(settings, isArchive)
  const setFilters = (next: ModuleFilters) => set(isArchive ? { archivedFilters: next } : { filters: next })
  const groups = useFilterGroups(projectId, filters)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1">
      <SegmentedControl
        label={t('modules.shown')}
        value={isArchive ? 'archived' : 'active'}
        onChange={(which) => onArchive(which === 'archived')}
        options={[
          { value: 'active', label: t('modules.active') },
          { value: 'archived', label: t('modules.archivedSection') },
        ]}
      />
      <FilterMenu
        groups={groups}
        onChange={(name, chosen) => setFilters({ ...filters, [name]: chosen })}
        toggles={
          // An archived module cannot be a favorite, so the archive has no favorites filter.
          isArchive
            ? []
            : [
                {
                  label: t('ui.list.favorites'),
                  checked: settings.onlyFavorites,
                  onChange: (onlyFavorites) => set({ onlyFavorites }),
                },
              ]
        }
        onClear={() =>
          set(
            isArchive
              ? { archivedFilters: noModuleFilters }
              : { filters: noModuleFilters, onlyFavorites: false },
          )
        }
      />
      <SortOrderMenu
        value={settings.order}
        onChange={(order) => set({ order })}
        options={moduleSortFields.map((value) => ({ value, label: t(`modules.order.${value}`) }))}
        isDescending={settings.isDescending}
        onReverse={(isDescending) => set({ isDescending })}
      />
      <span className="ms-auto" />
      <span className="max-sm:hidden">
        <MeasureSwitch measuring={measuring} />
      </span>
      <LayoutSwitch value={settings.layout} onChange={(layout) => set({ layout })} />
    </div>
  )
}

function useFilterGroups(projectId: string, filters: ModuleFilters) {
  const { t } = useTranslation()
  const persons = useModulePeopleOptions(projectId)
  const days = filterPeriods.map((value) => ({ value, label: t(`planning.dates.${value}`) }))
  const options = {
    status: useModuleStatusOptions(),
    lead: persons,
    members: persons,
    start_date: days,
    target_date: days,
  }
  return moduleFilterNames.map((name) => ({
    name,
    label: t(`modules.filters.${name}`),
    options: options[name],
    chosen: filters[name],
  }))
}
