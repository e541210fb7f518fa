import { useMemo } from 'react'
import type { Display } from './display.ts'

export interface Folding {
  folded: ReadonlySet<string>
  toggle: (group: string) => void
}

/** The groups, or the lanes, that a person has folded at a place; kept with their preferences for it. */
export function useFolded({ looking, change }: Display, level: 'group_by' | 'sub_group_by'): Folding {
  const kept = looking.preferences.kanban_filters
  const names = kept[level]
  return useMemo(
    () => ({
      folded: new Set(names),
      toggle: (group) => {
        const next = names.includes(group) ? names.filter((name) => name !== group) : [...names, group]
        change({ preferences: { kanban_filters: { ...kept, [level]: next } } })
      },
    }),
    [names, kept, level, change],
  )
}
