import { z } from 'zod'
import { emptyAsNull, multiLineText, positionField, singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { dayInSupportedYears, id, isoTimestamp } from '../../platform/time.ts'
import { richFilters } from '../../work/user-properties/schema.ts'
import { chartAxisNames, chartMeasures } from '../analytics/axes.ts'
import { dateFilters, granularities } from '../analytics/periods.ts'
import {
  gridColumns,
  maxDashboardNameLength,
  maxWidgetHeight,
  maxWidgetTextLength,
  maxWidgetTitleLength,
  minWidgetWidth,
  widgetDateFields,
  widgetKinds,
  widgetsLimit,
} from './rules.ts'

/** Size in columns and rows of the grid. Widgets fill the grid in their order, from left to right. */
const size = {
  w: z.int().min(minWidgetWidth).max(gridColumns),
  h: z.int().min(1).max(maxWidgetHeight),
}

/**
 * The settings of a widget. Each kind of widget uses only some of them. The others are stored too, so that they are
 * not lost when a user changes the kind.
 */
const widgetSettings = {
  kind: z.enum(widgetKinds),
  title: singleLineText(maxWidgetTitleLength),
  /** Text of a text widget, as Markdown. */
  text: multiLineText(maxWidgetTextLength),
  /**
   * Projects whose work items the widget counts. An empty list means all projects that the viewing user has
   * joined.
   */
  project_ids: z.array(id).max(100),
  rich_filters: richFilters,
  x_axis: z.enum(chartAxisNames),
  group_by: z.enum(chartAxisNames).nullable(),
  y_axis: z.enum(chartMeasures),
  granularity: z.enum(granularities).nullable(),
  /**
   * The date of work items to which `date_filter` applies. If it is missing, as in widgets of earlier releases, the
   * filter applies to the creation date.
   */
  date_field: z.enum(widgetDateFields).optional(),
  date_filter: z.enum(dateFilters).nullable(),
  start_date: emptyAsNull(dayInSupportedYears),
  end_date: emptyAsNull(dayInSupportedYears),
}

export const widget = z.object({ id, ...widgetSettings, ...size })
export type Widget = z.infer<typeof widget>

const dashboardAccess = z.union([z.literal(0), z.literal(1)])

export const dashboardRow = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  description: z.string(),
  /** Defines who can see the dashboard: 0 is only its owner, 1 is all members of the workspace. */
  access: dashboardAccess,
  owned_by: id,
  logo_props: logoProps,
  widgets: z.array(widget),
  sort_order: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type DashboardRow = z.infer<typeof dashboardRow>

/** A dashboard in lists. Only the responses for a single dashboard contain its widgets. */
export const dashboardSummary = dashboardRow.omit({ widgets: true })
export type DashboardSummary = z.infer<typeof dashboardSummary>

const dashboardName = singleLineText(maxDashboardNameLength).min(1, 'Enter a name.')

export const dashboardChange = z.object({
  name: dashboardName.optional(),
  description: multiLineText(10_000).optional(),
  access: dashboardAccess.optional(),
  logo_props: logoProps.optional(),
  sort_order: positionField.optional(),
})

export const widgetChange = z.object({ ...widgetSettings, ...size }).partial()

/** Schema of a new widget. */
export const newWidget = widgetChange.extend({ id: id.optional(), kind: widgetSettings.kind })

/**
 * A new widget of an existing dashboard. It is added after the widget with the id `after`, or at the beginning if
 * `after` is null. If `after` is omitted, it is added at the end.
 */
export const addedWidget = newWidget.extend({ after: emptyAsNull(id).optional() })

export const newDashboard = dashboardChange.extend({
  id: id.optional(),
  name: dashboardName,
  widgets: z.array(newWidget).max(widgetsLimit).optional(),
})

/**
 * The new order and size of widgets. Widgets that the list does not contain come after those in the list, and
 * unknown ids are ignored.
 */
export const dashboardLayout = z.object({
  widgets: z.array(z.object({ id, ...size })).max(widgetsLimit),
})
