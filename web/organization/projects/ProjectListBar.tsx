import { useAtom, useAtomValue } from 'jotai'
import { Globe, LayoutGrid, LockKeyhole, Rows3, Search } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { FilterMenu } from '../../platform/ui/FilterMenu.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { recentDayFilters } from '../../platform/ui/recent-days.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { SortOrderMenu } from '../../platform/ui/SortOrderMenu.tsx'
import { workspaceMembersAtom } from '../workspaces/atoms.ts'
import {
  noProjectFilters,
  type ProjectListTab,
  projectFilterNames,
  projectHealthFilters,
  projectListSettingsAtom,
  projectSortFields,
} from './list-settings.ts'

interface ProjectListBarProps {
  /** The key under which this browser stores the list settings: `userId|slug`. */
  settingsKey: string
  query: string
  onQuery: (query: string) => void
  which: ProjectListTab
  onWhich: (which: ProjectListTab) => void
  canRestore: boolean
}

/** Search, filters, order and status of the list of projects. */
export function ProjectListBar(props: ProjectListBarProps) {
  const { settingsKey, query, onQuery, which, onWhich, canRestore } = props
  const { t } = useTranslation()
  const [settings, set] = useAtom(projectListSettingsAtom(settingsKey))
  const people = useAtomValue(workspaceMembersAtom).map(({ member_id, name, avatar_url }) => ({
    value: member_id,
    label: name,
    icon: <Avatar id={member_id} name={name} src={avatar_url} size="xs" decorative />,
  }))
  const options = {
    access: [
      { value: 'public', label: t('projects.public'), icon: <Globe /> },
      { value: 'secret', label: t('projects.secret'), icon: <LockKeyhole /> },
    ],
    health: projectHealthFilters.map((value) => ({
      value,
      label: value === 'none' ? t('projects.noHealth') : t(`epics.status.${value}`),
    })),
    lead: people,
    members: people,
    created_at: recentDayFilters.map((value) => ({ value, label: t(`ui.list.days.${value}`) })),
  }
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
      <Input
        size="sm"
        type="search"
        className="max-w-70 min-w-36 flex-1"
        icon={<Search />}
        aria-label={t('projects.search')}
        placeholder={t('projects.search')}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      {which !== 'deleted' && (
        <>
          <FilterMenu
            groups={projectFilterNames.map((name) => ({
              name,
              label: t(`projects.filters.${name}`),
              options: options[name],
              chosen: settings.filters[name],
            }))}
            onChange={(name, chosen) => set({ filters: { ...settings.filters, [name]: chosen } })}
            toggles={[
              {
                label: t('projects.onlyMine'),
                checked: settings.onlyMine,
                onChange: (onlyMine) => set({ onlyMine }),
              },
            ]}
            onClear={() => set({ filters: noProjectFilters, onlyMine: false })}
          />
          <SortOrderMenu
            value={settings.order}
            onChange={(order) => set({ order })}
            options={projectSortFields.map((value) => ({ value, label: t(`projects.order.${value}`) }))}
            isDescending={settings.isDescending}
            onReverse={(isDescending) => set({ isDescending })}
          />
        </>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {which !== 'deleted' && (
          <SegmentedControl
            label={t('planning.layout')}
            value={settings.layout}
            onChange={(layout) => set({ layout })}
            options={[
              { value: 'list', label: t('planning.layouts.list'), icon: <Rows3 /> },
              { value: 'cards', label: t('planning.layouts.board'), icon: <LayoutGrid /> },
            ]}
          />
        )}
        <SegmentedControl
          label={t('projects.shown')}
          value={which}
          onChange={onWhich}
          options={[
            { value: 'active', label: t('projects.active') },
            { value: 'archived', label: t('projects.archived') },
            // Guests cannot be project admins, so they have no deleted projects to restore.
            ...(canRestore ? [{ value: 'deleted' as const, label: t('projects.deleted') }] : []),
          ]}
        />
      </span>
    </div>
  )
}
