import { useAtom } from 'jotai'
import { Search } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { getMyId } from '../../platform/person/me.ts'
import { FilterMenu } from '../../platform/ui/FilterMenu.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { LayoutSwitch } from '../cycles-and-modules/LayoutSwitch.tsx'
import { filterPeriods } from '../cycles-and-modules/list-filters.ts'
import {
  type CycleFilters,
  type CycleTab,
  cycleTabNames,
  cycleViewSettingsAtom,
  noCycleFilters,
} from './view-settings.ts'

interface CycleBarProps {
  projectId: string
  tab: CycleTab
  onTab: (tab: CycleTab) => void
  query: string
  onQuery: (query: string) => void
}

const filterNames = ['start_date', 'end_date'] as const satisfies (keyof CycleFilters)[]

/** Controls for the tab, search, filters and layout of the cycles. */
export function CycleBar({ projectId, tab, onTab, query, onQuery }: CycleBarProps) {
  const { t } = useTranslation()
  const [settings, set] = useAtom(cycleViewSettingsAtom(`${getMyId()}|${projectId}`))
  const hasRoom = useMediaQuery('(min-width: 60rem)')
  const tabs = cycleTabNames.map((value) => ({ value, label: t(`cycles.tabs.${value}`) }))
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
      {hasRoom ? (
        <SegmentedControl label={t('cycles.tabsLabel')} value={tab} onChange={onTab} options={tabs} />
      ) : (
        <Select
          label={t('cycles.tabsLabel')}
          value={tab}
          onChange={onTab}
          options={tabs}
          className="w-auto min-w-32"
        />
      )}
      <Input
        size="sm"
        type="search"
        className="max-w-60 min-w-32 flex-1"
        icon={<Search />}
        aria-label={t('cycles.search')}
        placeholder={t('cycles.search')}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      <span className="ms-auto" />
      <FilterMenu
        groups={filterNames.map((name) => ({
          name,
          label: t(`cycles.filters.${name}`),
          options: filterPeriods.map((value) => ({ value, label: t(`planning.dates.${value}`) })),
          chosen: settings.filters[name],
        }))}
        onChange={(name, chosen) => set({ filters: { ...settings.filters, [name]: chosen } })}
        toggles={[
          {
            label: t('ui.list.favorites'),
            checked: settings.onlyFavorites,
            onChange: (onlyFavorites) => set({ onlyFavorites }),
          },
        ]}
        onClear={() => set({ filters: noCycleFilters, onlyFavorites: false })}
      />
      <LayoutSwitch value={settings.layout} onChange={(layout) => set({ layout })} />
    </div>
  )
}
