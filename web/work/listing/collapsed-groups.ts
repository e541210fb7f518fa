import { useMemo } from 'react'
import type { Display } from './display.ts'

export interface Folding {
  folded: ReadonlySet<string>
  toggle: (group: string) => void
}

/**
 * Returns the groups or lanes that the user has collapsed, which are stored with the user's preferences for
 * the list.
 */
export function useFolded({ settings, change }: Display, level: 'group_by' | 'sub_group_by'): Folding {
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
