import type { Widget } from './schema.ts'

/** The settings of a new widget. Widgets show the last 30 days unless a user chooses other days. */
export const widgetDefaults = {
  kind: 'number',
  title: '',
  text: '',
  project_ids: [],
  rich_filters: {},
  x_axis: 'STATE_GROUPS',
  group_by: null,
  y_axis: 'WORK_ITEM_COUNT',
  granularity: null,
  date_field: 'created_at',
  date_filter: 'last_30_days',
  start_date: null,
  end_date: null,
} as const satisfies Omit<Widget, 'id' | 'w' | 'h'>
