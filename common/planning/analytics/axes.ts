import { itemProperties, type PropertyName } from '../../work/listing/properties.ts'

/**
 * Maps each axis of charts to the property that it groups work items by. The names are those of Plane, except
 * `PROJECTS` and `EPICS`.
 */
export const chartAxes = {
  STATES: 'state',
  STATE_GROUPS: 'state_group',
  LABELS: 'labels',
  ASSIGNEES: 'assignees',
  ESTIMATE_POINTS: 'estimate',
  CYCLES: 'cycle',
  MODULES: 'modules',
  PRIORITY: 'priority',
  START_DATE: 'start_date',
  TARGET_DATE: 'target_date',
  CREATED_AT: 'created_at',
  COMPLETED_AT: 'completed_at',
  CREATED_BY: 'created_by',
  PROJECTS: 'project',
  EPICS: 'epic',
} as const satisfies Record<string, PropertyName>

export type ChartAxisName = keyof typeof chartAxes
export const chartAxisNames = Object.keys(chartAxes) as [ChartAxisName, ...ChartAxisName[]]

/** Types of charts. Clients of Plane know only the first three. */
export const chartTypes = [
  'projects',
  'work-items',
  'custom-work-items',
  'cumulative-flow',
  'burndown',
  'cycle-time',
] as const

/** Numbers that a chart can show: the number of work items, or the sum of their estimates. */
export const chartMeasures = ['WORK_ITEM_COUNT', 'ESTIMATE_POINT_COUNT'] as const

export function propertyOfAxis(axis: ChartAxisName) {
  return itemProperties[chartAxes[axis]]
}

/** Returns true if the values of the axis are days or moments. A chart groups them by period. */
export function isTimeAxis(axis: ChartAxisName): boolean {
  const { valueKind } = propertyOfAxis(axis)
  return valueKind === 'day' || valueKind === 'moment'
}

/** Returns true if a work item can have several values of the axis, so that it counts in several groups. */
export function isMultiValuedAxis(axis: ChartAxisName): boolean {
  return propertyOfAxis(axis).valueKind === 'ids'
}
