import { useMemo } from 'react'
import { maxPreferenceNames } from '#common/work/user-properties/rules.ts'
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
        change({ preferences: { kanban_filters: { ...collapsed, [level]: toggleGroup(names, group) } } })
      },
    }),
    [names, collapsed, level, change],
  )
}

/**
 * Returns the collapsed groups after a click on a group. If there are too many, drops the groups that were collapsed
 * first, because the server accepts only a limited number. Most of these groups no longer exist.
 */
export function toggleGroup(names: readonly string[], group: string): string[] {
  if (names.includes(group)) return names.filter((name) => name !== group)
  return [...names, group].slice(-maxPreferenceNames)
}
