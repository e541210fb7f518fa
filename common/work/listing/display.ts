import type { ListingContext } from './contexts.ts'
import { type GroupKey, groupKeyByAlias, type OrderKey, orderKeys } from './keys.ts'
import type { DisplayFilters, Grouping, LayoutName } from './view-settings.ts'

export interface ListingArrangement {
  layout: LayoutName
  group_by: GroupKey | null
  sub_group_by: GroupKey | null
  order_by: OrderKey
}

/** Converts the stored display settings of a user to the keys that listings use. */
export function parseDisplayFilters(display: DisplayFilters): ListingArrangement {
  return {
    layout: display.layout,
    group_by: groupKey(display.group_by),
    sub_group_by: groupKey(display.sub_group_by),
    order_by: orderKeys.find((key) => key === display.order_by) ?? 'sort_order',
  }
}

/**
 * Converts the name of a grouping in stored settings to the key of the grouping. Stored settings use older
 * names.
 */
function groupKey(name: Grouping | null): GroupKey | null {
  if (name === null) return null
  return name in groupKeyByAlias ? groupKeyByAlias[name as keyof typeof groupKeyByAlias] : (name as GroupKey)
}

/**
 * Returns the arrangement that the layout allows. Lists may have groups, and boards always have groups. Both may
 * have sub-groups if the user has chosen the groups. Calendars group by due date, and other layouts are flat. If
 * the user has chosen the manual order, but the items have no manual order that all users share, the newest items
 * come first.
 */
export function effectiveArrangement(
  chosen: ListingArrangement,
  context: ListingContext,
): ListingArrangement {
  const { layout } = chosen
  const group_by = layout === 'kanban' ? (chosen.group_by ?? context.boardGroup) : groupIn(chosen)
  const hasSubGroups = layout === 'kanban' || layout === 'list'
  const sub_group_by = hasSubGroups && chosen.sub_group_by !== group_by ? chosen.sub_group_by : null
  const isManual = chosen.order_by === 'sort_order' || chosen.order_by === '-sort_order'
  return {
    layout,
    group_by,
    sub_group_by: chosen.group_by === null ? null : sub_group_by,
    order_by: isManual && !context.hasManualOrder ? '-created_at' : chosen.order_by,
  }
}

function groupIn({ layout, group_by }: ListingArrangement): GroupKey | null {
  if (layout === 'calendar') return 'target_date'
  return layout === 'list' ? group_by : null
}

/**
 * Returns the number of items per request, or per group if there are groups. It is slightly more than fits on
 * a screen. Sub-groups load fewer items, so that several of them are visible.
 */
export function listingPageSize(
  { layout, group_by, sub_group_by }: ListingArrangement,
  byWeek = false,
): number {
  if (layout === 'list' && sub_group_by !== null) return 10
  if (layout === 'list') return group_by === null ? 100 : 30
  if (layout === 'kanban') return sub_group_by === null ? 30 : 4
  if (layout === 'calendar') return byWeek ? 30 : 4
  return 100
}
