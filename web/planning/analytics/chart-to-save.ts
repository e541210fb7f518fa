import { atom } from 'jotai'
import type { ChartAxisName } from '#common/planning/analytics/axes.ts'
import type { Granularity } from '#common/planning/analytics/periods.ts'
import type { ChartQuery } from '#common/planning/analytics/schema.ts'
import type { AnalyticsScope } from './AnalyticsScopeBar.tsx'

export interface ChartToSave {
  scope: AnalyticsScope
  x_axis: ChartAxisName
  group_by: ChartAxisName | null
  y_axis: ChartQuery['y_axis']
  granularity: Granularity | null
}

/**
 * The chart that the user is saving on a dashboard. Null while the dialog for saving a chart is closed. The dialog is
 * part of the dashboards feature.
 */
export const chartToSaveAtom = atom<ChartToSave | null>(null)
