import { useMemo } from 'react'
import type { ListingDisplaySettings } from './display.ts'

export interface CollapsedGroupsState {
  folded: ReadonlySet<string>
  toggle: (group: string) => void
}

/**
 * Returns the groups or lanes that the user has collapsed, which are stored with the user's preferences for
 * the list.
 */
export function useCollapsedGroups(
  { settings, change }: ListingDisplaySettings,
  level: 'group_by' | 'sub_group_by',
): CollapsedGroupsState {
  const collapsed = settings.preferences.kanban_filters
  const names = collapsed[level]
  return useMemo(
    () => ({
      folded: new Set(names),
      toggle: (group) => {
        const next = names.includes(group) ? names.filter((name) => name !== group) : [...names, group]
        change({ preferences: { kanban_filters: { ...collapsed, [level]: next } } })
      },
    }),
    [names, collapsed, level, change],
  )
}
