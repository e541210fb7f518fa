import { useSearchParams } from 'react-router'
import { type ChartAxisName, chartAxisNames, chartMeasures } from '#common/planning/analytics/axes.ts'
import { type Granularity, granularities } from '#common/planning/analytics/periods.ts'
import type { ChartQuery } from '#common/planning/analytics/schema.ts'

export interface CustomChartSettings {
  measure: ChartQuery['y_axis']
  axis: ChartAxisName
  /** The axis that divides each point into series. It is null if the points are not divided into series. */
  split: ChartAxisName | null
  /**
   * The length of the intervals on a time axis: day, week or month. If it is null, it depends on the period that the
   * user has chosen for the statistics.
   */
  granularity: Granularity | null
}

/** The names of the parameters in the URL. */
const names = { measure: 'measure', axis: 'axis', split: 'split', granularity: 'interval' } as const
const noSplit = 'none'

/** Reads the settings of the custom chart from the URL, so that a link shows the same chart to everyone. */
export function useCustomChartSettings(): [
  CustomChartSettings,
  (change: Partial<CustomChartSettings>) => void,
] {
  const [search, setSearch] = useSearchParams()
  const axis = chartAxisNames.find((one) => one === search.get(names.axis)) ?? 'STATE_GROUPS'
  const wanted = search.get(names.split) ?? 'PRIORITY'
  const settings: CustomChartSettings = {
    measure: chartMeasures.find((one) => one === search.get(names.measure)) ?? 'WORK_ITEM_COUNT',
    axis,
    split: chartAxisNames.find((one) => one === wanted && one !== axis) ?? null,
    granularity: granularities.find((one) => one === search.get(names.granularity)) ?? null,
  }
  const change = (changed: Partial<CustomChartSettings>) =>
    setSearch(
      (now) => {
        const next = { ...settings, ...changed }
        now.set(names.measure, next.measure)
        now.set(names.axis, next.axis)
        now.set(names.split, next.split ?? noSplit)
        if (next.granularity === null) now.delete(names.granularity)
        else now.set(names.granularity, next.granularity)
        return now
      },
      { replace: true },
    )
  return [settings, change]
}
