import { addDays } from '#common/platform/clock.ts'
import { type ListingArrangement, listingPageSize } from '#common/work/listing/display.ts'

export interface LayoutCall {
  what: string
  call: 'listWorkItems' | 'listDetailedWorkItems'
  query: Record<string, string>
}

/** The requests of the client when a layout opens: the first page of all items, or of each group. */
export const layoutCalls: LayoutCall[] = [
  layout('list by state', { layout: 'list', group_by: 'state_id' }),
  layout('list by priority', { layout: 'list', group_by: 'priority', order_by: '-created_at' }),
  layout('list by labels', { layout: 'list', group_by: 'labels__id' }),
  layout('list by assignees', { layout: 'list', group_by: 'assignees__id' }),
  layout('board by state', { layout: 'kanban', group_by: 'state_id' }),
  layout('board by priority', { layout: 'kanban', group_by: 'priority', order_by: '-updated_at' }),
  layout('board by state and priority', { layout: 'kanban', group_by: 'state_id', sub_group_by: 'priority' }),
  layout('board by assignees and labels', {
    layout: 'kanban',
    group_by: 'assignees__id',
    sub_group_by: 'labels__id',
  }),
  layout('calendar, a month', { layout: 'calendar', group_by: 'target_date' }, { filters: sixWeeks() }),
  layout('table', { layout: 'spreadsheet' }),
  layout('table by assignee', { layout: 'spreadsheet', order_by: 'assignees__first_name' }),
  layout('time axis', { layout: 'gantt_chart' }),
]

function layout(
  what: string,
  chosen: Pick<ListingArrangement, 'layout'> & Partial<ListingArrangement>,
  also: Record<string, string> = {},
): LayoutCall {
  const arrangement = { group_by: null, sub_group_by: null, order_by: 'sort_order' as const, ...chosen }
  const { group_by, sub_group_by, order_by } = arrangement
  return {
    what,
    call: chosen.layout === 'gantt_chart' ? 'listDetailedWorkItems' : 'listWorkItems',
    query: {
      ...(group_by && { group_by }),
      ...(sub_group_by && { sub_group_by }),
      ...also,
      order_by,
      per_page: String(listingPageSize(arrangement)),
    },
  }
}

function sixWeeks(): string {
  const today = new Date().toISOString().slice(0, 10)
  return JSON.stringify({ target_date__range: `${addDays(today, -20)},${addDays(today, 21)}` })
}
