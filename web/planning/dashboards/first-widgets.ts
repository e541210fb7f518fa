import { isTimeAxis } from '#common/planning/analytics/axes.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { widgetDefaults } from '#common/planning/dashboards/widget-defaults.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../locales/i18n.ts'

/** Returns the widgets of a new dashboard, so that it shows data immediately. */
export function defaultDashboardWidgets(): Widget[] {
  return [
    widgetWithDefaults({
      kind: 'number',
      title: t('dashboards.first.open'),
      w: 3,
      h: 2,
      rich_filters: open,
      date_filter: null,
    }),
    widgetWithDefaults({
      kind: 'number',
      title: t('dashboards.first.completed'),
      w: 3,
      h: 2,
      rich_filters: completed,
      date_field: 'completed_at',
    }),
    widgetWithDefaults({
      kind: 'overdue',
      title: t('dashboards.first.overdue'),
      w: 6,
      h: 4,
      date_filter: null,
    }),
    widgetWithDefaults({ kind: 'created_completed', title: t('dashboards.first.pace'), w: 6, h: 4 }),
    widgetWithDefaults({ kind: 'load', title: t('dashboards.first.load'), w: 6, h: 4, date_filter: null }),
  ]
}

const open = { state_group__in: 'backlog,unstarted,started' }
const completed = { state_group__in: 'completed' }

/** Returns a widget with defaults for all settings that are not given. */
export function widgetWithDefaults(given: Partial<Widget>): Widget {
  return { ...widgetDefaults, id: newId(), w: 4, h: 3, ...given }
}

/** Returns the changed settings of a widget for which the user chooses another kind. */
export function changesForWidgetKind(kind: Widget['kind'], { x_axis, group_by }: Widget): Partial<Widget> {
  // Without `group_by`, each bar would have only one segment.
  if (kind === 'stacked_bars' && group_by === null)
    return { kind, group_by: x_axis === 'PRIORITY' ? 'STATE_GROUPS' : 'PRIORITY' }
  if (kind === 'lines' && !isTimeAxis(x_axis)) return { kind, x_axis: 'CREATED_AT', group_by: null }
  // A range of creation dates would hide older work that is still open.
  if (kind === 'load') return { kind, date_filter: null }
  return { kind }
}
