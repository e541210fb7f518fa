import type { AxisName } from '#common/planning/analytics/axes.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'

/**
 * Returns the axes and the type of the chart that a widget loads. Widgets that list work items load no chart.
 */
export function chartOf(
  widget: Widget,
): { type: 'work-items' | 'custom-work-items'; axis: AxisName; split: AxisName | null } | null {
  const custom = { type: 'custom-work-items' } as const
  switch (widget.kind) {
    case 'number':
      return { ...custom, axis: 'PRIORITY', split: null }
    case 'trend':
      return { ...custom, axis: 'CREATED_AT', split: null }
    case 'load':
      return { ...custom, axis: 'ASSIGNEES', split: 'STATE_GROUPS' }
    case 'created_completed':
      return { type: 'work-items', axis: 'CREATED_AT', split: null }
    case 'stacked_bars':
    case 'lines':
    case 'table':
      return { ...custom, axis: widget.x_axis, split: widget.group_by }
    case 'bars':
    case 'pie':
      return { ...custom, axis: widget.x_axis, split: null }
    default:
      return null
  }
}

/** The filters of a widget, with the condition that its kind adds. */
export function filtersOf({ kind, rich_filters }: Widget, today: string): object {
  const added = {
    load: { state_group__in: 'backlog,unstarted,started' },
    overdue: { and: [{ target_date__lt: today }, { state_group__in: 'backlog,unstarted,started' }] },
  }[kind as 'load' | 'overdue']
  const own = Object.keys(rich_filters).length > 0 ? [rich_filters] : []
  const all = added === undefined ? own : [...own, added]
  return all.length > 1 ? { and: all } : (all[0] ?? {})
}

/** The scope of a widget as parameters of a call. */
export function widgetScope(widget: Widget, today: string) {
  const { project_ids, date_filter, start_date, end_date } = widget
  const filters = filtersOf(widget, today)
  return {
    ...(project_ids.length > 0 && { project_ids: project_ids.join(',') }),
    ...(date_filter !== null && { date_filter }),
    ...(date_filter === 'custom' && start_date !== null && end_date !== null && { start_date, end_date }),
    ...(Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
  }
}
