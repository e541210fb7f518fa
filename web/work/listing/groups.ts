import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { flatListingGroupName, type GroupKey, noValueGroupName } from '#common/work/listing/keys.ts'
import { t } from '../../locales/i18n.ts'
import { findGroupingProperty, noChoicesAtom } from './properties/registry.ts'

export interface NamedGroup {
  key: string
  name: string
  icon: ReactNode
}

/**
 * Returns the groups of a listing in their order, with names. Empty groups are included only if `showEmpty`
 * is set. Filled groups are always included, even if their state, label or person was deleted.
 */
export function useNamedGroups(
  by: GroupKey | null,
  projectId: string | null,
  filled: readonly string[],
  showEmpty: boolean,
): NamedGroup[] {
  const choices = by === null ? undefined : findGroupingProperty(by)?.choices
  // The names of the groups come from tables. Reading this atom renders the component again when a name changes.
  const known = useAtomValue(choices?.in(projectId ?? '') ?? noChoicesAtom)
  return useMemo(() => {
    if (by === null) return [{ key: flatListingGroupName, name: t('workItems.allItems'), icon: null }]
    const isFilled = new Set(filled)
    const ids = known.map((one) => one.id)
    const shown = ids.filter((key) => showEmpty || isFilled.has(key))
    const others = filled.filter((key) => !ids.includes(key) && key !== noValueGroupName)
    const hasNone = isFilled.has(noValueGroupName) || (showEmpty && choices?.none !== undefined)
    return [...shown, ...others, ...(hasNone ? [noValueGroupName] : [])].map((key) => headOf(by, key))
  }, [by, choices, known, filled, showEmpty])
}

/** Returns the groups that contain items. */
export function nonEmptyGroups(groups: ListingGroups): string[] {
  return Object.keys(groups).filter((key) => (groups[key]?.total ?? 0) > 0)
}

/** Returns the lanes that contain items in any column. */
export function nonEmptySubGroups(groups: ListingGroups): string[] {
  return [...new Set(Object.values(groups).flatMap((group) => nonEmptyGroups(group.groups ?? {})))]
}

/** Returns how many of all groups are hidden if only the filled groups are shown. */
export function countHiddenGroups(all: readonly NamedGroup[], filled: readonly string[]): number {
  const isFilled = new Set(filled)
  return all.filter(({ key }) => !isFilled.has(key)).length
}

export function groupName(by: GroupKey, key: string): string {
  return headOf(by, key).name
}

function headOf(by: GroupKey, key: string): NamedGroup {
  const property = findGroupingProperty(by)
  const { none, optionOf } = property?.choices ?? {}
  if (key === noValueGroupName)
    return { key, name: t(none?.label ?? 'workItems.none.other'), icon: none?.icon ?? property?.icon }
  const option = optionOf?.(key)
  return { key, name: option?.label ?? key, icon: option?.icon }
}
