import { type ColumnName, listPropertiesWithPart } from './properties.ts'

export const layouts = ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart'] as const
export type LayoutName = (typeof layouts)[number]

const storedGroupings = listPropertiesWithPart('group').flatMap(({ group }) =>
  'setting' in group ? [group.setting] : [],
)
export const groupings = [...storedGroupings, 'team_project'] as const
export type Grouping = (typeof groupings)[number]

/** Settings for how a user displays a list. */
export interface DisplayFilters {
  layout: LayoutName
  group_by: Grouping | null
  sub_group_by: Grouping | null
  order_by: string
  type: 'active' | 'backlog' | null
  sub_issue: boolean
  show_empty_groups: boolean
  calendar: { layout: 'month' | 'week'; show_weekends: boolean }
  /** Time span that the timeline shows. */
  gantt: { zoom: 'week' | 'month' | 'quarter' }
  /** Widths in pixels of columns that the user has resized. */
  spreadsheet: { widths: Partial<Record<ColumnName, number>> }
}
