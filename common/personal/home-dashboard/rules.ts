/** Keys of the widgets on the home dashboard of Plane, in their order. */
export const homeWidgetKeys = [
  'overview_stats',
  'assigned_issues',
  'created_issues',
  'issues_by_state_groups',
  'issues_by_priority',
  'recent_activity',
  'recent_projects',
  'recent_collaborators',
] as const
export type HomeWidgetKey = (typeof homeWidgetKeys)[number]

export const homeWidgetTabs = ['pending', 'upcoming', 'overdue', 'completed'] as const
export type HomeWidgetTab = (typeof homeWidgetTabs)[number]

/** Default filters of widgets: the last 30 days, until the user chooses another duration. */
export const defaultWidgetFilters = {
  duration: 'last_30_days',
  tab: 'pending',
  custom_dates: [],
} as const satisfies { duration: string; tab: HomeWidgetTab; custom_dates: string[] }
