import { atom } from 'jotai'
import type { ChartAxisName } from '#common/planning/analytics/axes.ts'
import type { ChartQuery } from '#common/planning/analytics/schema.ts'
import type { AnalyticsScope } from './AnalyticsScopeBar.tsx'

export interface ChartToSave {
  scope: AnalyticsScope
  x_axis: ChartAxisName
  group_by: ChartAxisName | null
  y_axis: ChartQuery['y_axis']
}

/** The chart for which the dialog that saves it on a dashboard is open, or null. The dialog belongs to dashboards. */
export const chartToSaveAtom = atom<ChartToSave | null>(null)
