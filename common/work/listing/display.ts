import type { ListingContext } from './contexts.ts'
import { type GroupKey, groupAliases, type OrderKey, orderKeys } from './keys.ts'
import type { DisplayFilters, Grouping, LayoutName } from './view-settings.ts'

export interface Arrangement {
  layout: LayoutName
  group_by: GroupKey | null
  sub_group_by: GroupKey | null
  order_by: OrderKey
}

/** What a person chose, in the language's own names. */
export function arrangementOf(display: DisplayFilters): Arrangement {
  return {
    layout: display.layout,
    group_by: groupKey(display.group_by),
    sub_group_by: groupKey(display.sub_group_by),
    order_by: orderKeys.find((key) => key === display.order_by) ?? 'sort_order',
  }
}

/** Settings keep groups under their older names. */
function groupKey(name: Grouping | null): GroupKey | null {
  if (name === null) return null
  return name in groupAliases ? groupAliases[name as keyof typeof groupAliases] : (name as GroupKey)
}

/**
 * What a layout makes of what a person chose. A list groups, a board groups and sub-groups and cannot do without groups, a calendar
 * stands by due date, the others are flat. Where projects meet there is no common manual order, and the newest come first.
 */
export function effective(chosen: Arrangement, context: ListingContext): Arrangement {
  const { layout } = chosen
  const group_by = layout === 'kanban' ? (chosen.group_by ?? context.boardGroup) : groupIn(chosen)
  const sub_group_by = layout === 'kanban' && chosen.sub_group_by !== group_by ? chosen.sub_group_by : null
  const isManual = chosen.order_by === 'sort_order' || chosen.order_by === '-sort_order'
  return {
    layout,
    group_by,
    sub_group_by: chosen.group_by === null ? null : sub_group_by,
    order_by: isManual && !context.hasManualOrder ? '-created_at' : chosen.order_by,
  }
}

function groupIn({ layout, group_by }: Arrangement): GroupKey | null {
  if (layout === 'calendar') return 'target_date'
  return layout === 'list' ? group_by : null
}

/**
 * How many items a layout asks for at once, of each group where there are groups: somewhat more than a screen shows. Where a column
 * crosses a lane it is a few, and more on request, so that several lanes are in sight.
 */
export function pageSize({ layout, group_by, sub_group_by }: Arrangement, byWeek = false): number {
  if (layout === 'list') return group_by === null ? 100 : 30
  if (layout === 'kanban') return sub_group_by === null ? 30 : 4
  if (layout === 'calendar') return byWeek ? 30 : 4
  return 100
}
