import { useAtom, useAtomValue } from 'jotai'
import { EyeOff, Globe, Search } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { peopleOfProjectAtom } from '../../platform/person/people.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { FilterMenu } from '../../platform/ui/FilterMenu.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { recentDayFilters } from '../../platform/ui/recent-days.ts'
import { SortOrderMenu } from '../../platform/ui/SortOrderMenu.tsx'
import { noViewFilters, viewFilterNames, viewListSettingsAtom, viewOrders } from './list-settings.ts'

interface ViewListBarProps {
  projectId: string
  /** The key of `viewListSettingsAtom`: `userId|projectId`. */
  settingsKey: string
  query: string
  onQuery: (query: string) => void
}

/** Search, filters and order of the list of views. */
export function ViewListBar({ projectId, settingsKey, query, onQuery }: ViewListBarProps) {
  const { t } = useTranslation()
  const [settings, set] = useAtom(viewListSettingsAtom(settingsKey))
  const people = useAtomValue(peopleOfProjectAtom(projectId))
  const options = {
    access: [
      { value: 'shared', label: t('views.shared'), icon: <Globe /> },
      { value: 'private', label: t('views.private'), icon: <EyeOff /> },
    ],
    owned_by: people.map(({ id, display_name, avatar_url }) => ({
      value: id,
      label: displayNameOf({ display_name }),
      icon: <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />,
    })),
    created_at: recentDayFilters.map((value) => ({ value, label: t(`ui.list.days.${value}`) })),
  }
  return (
    <div className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-3 py-1">
      <Input
        size="sm"
        type="search"
        className="max-w-70 min-w-36 flex-1"
        icon={<Search />}
        aria-label={t('views.search')}
        placeholder={t('views.search')}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      <span className="ms-auto" />
      <FilterMenu
        groups={viewFilterNames.map((name) => ({
          name,
          label: t(`views.filters.${name}`),
          options: options[name],
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
        onClear={() => set({ filters: noViewFilters, onlyFavorites: false })}
      />
      <SortOrderMenu
        value={settings.order}
        onChange={(order) => set({ order })}
        options={viewOrders.map((value) => ({ value, label: t(`views.order.${value}`) }))}
        isDescending={settings.isDescending}
        onReverse={(isDescending) => set({ isDescending })}
      />
    </div>
  )
}
