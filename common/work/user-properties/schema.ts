import { z } from 'zod'
import { positionField, singleLineText } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { columnNames } from '../listing/properties.ts'
import { groupings, layouts } from '../listing/view-settings.ts'
import {
  displayPropertyNames,
  filterNames,
  maxColumnWidthPx,
  maxPreferenceNames,
  minColumnWidthPx,
  screensWithPreferences,
} from './rules.ts'

const grouping = z.enum(groupings).nullable()
const names = z.array(singleLineText(100)).max(maxPreferenceNames)

const displayFilters = z.object({
  layout: z.enum(layouts),
  group_by: grouping,
  sub_group_by: grouping,
  order_by: z
    .string()
    .regex(/^-?[a-z_]{1,60}$/, 'An order must be a field name, with a leading minus for descending.'),
  type: z.enum(['active', 'backlog']).nullable(),
  sub_issue: z.boolean(),
  show_empty_groups: z.boolean(),
  calendar: z.object({ layout: z.enum(['month', 'week']), show_weekends: z.boolean() }),
  gantt: z.object({ zoom: z.enum(['week', 'month', 'quarter']) }),
  spreadsheet: z.object({
    widths: z.partialRecord(z.enum(columnNames), z.int().min(minColumnWidthPx).max(maxColumnWidthPx)),
  }),
})

const filters = z.partialRecord(z.enum(filterNames), names.nullable())
const displayProperties = z.partialRecord(z.enum(displayPropertyNames), z.boolean())

const preferences = z.object({
  pages: z.object({ block_display: z.boolean() }),
  navigation: z.object({ default_tab: singleLineText(60), hide_in_more_menu: names }),
  kanban_filters: z.object({ group_by: names, sub_group_by: names }),
  navigation_project_limit: z.int().min(0).max(1000),
  navigation_control_preference: z.enum(['ACCORDION', 'TABBED']),
})

/** The preferences that clients of Plane load for a project member. */
export const memberPreferences = preferences.pick({ pages: true, navigation: true })
export const memberPreferencesChange = z.object({
  pages: preferences.shape.pages.partial().optional(),
  navigation: preferences.shape.navigation.partial().optional(),
})

const richFiltersLimit = 20_000
/** Schema of a filter tree as clients send it. Commands check that it can be parsed. */
export const richFilters = z
  .record(z.string(), z.unknown())
  .refine(
    (tree) => JSON.stringify(tree).length <= richFiltersLimit,
    `A filter can have at most ${richFiltersLimit} characters.`,
  )

/** Stored filters and display settings. Settings that Plane also has keep their older names. */
export const viewSettingsColumns = {
  filters: z.record(z.enum(filterNames), names.nullable()),
  rich_filters: z.record(z.string(), z.unknown()),
  display_filters: displayFilters,
  display_properties: z.record(z.enum(displayPropertyNames), z.boolean()),
}

/** Settings for how a user displays the work items of one screen. Only that user receives the row. */
export const userPropertiesRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  context: z.enum(screensWithPreferences),
  /** Id of the project, workspace, cycle or module to which the screen belongs. */
  context_id: id,
  ...viewSettingsColumns,
  preferences,
  sort_order: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type UserPropertiesRow = z.infer<typeof userPropertiesRow>

/** Preferences of a screen. `id` is null if the user has not changed them yet. */
export const userPropertiesResponse = userPropertiesRow.extend({
  id: id.nullable(),
  /**
   * Ids of the user and of the screen's workspace and project, under the names that clients of Plane read.
   */
  user: id,
  workspace: id,
  project: id.nullable(),
  created_at: isoTimestamp.nullable(),
  updated_at: isoTimestamp.nullable(),
})

/** Body of a change. It may contain any part of the settings, which is merged with the stored settings. */
export const viewSettingsChange = {
  filters: filters.optional(),
  rich_filters: richFilters.optional(),
  display_filters: displayFilters.partial().optional(),
  display_properties: displayProperties.optional(),
}

export const userPropertiesChange = z.object({
  /** Id that the client generated for the row. The server uses it if this change creates the row. */
  id: id.optional(),
  ...viewSettingsChange,
  preferences: preferences.partial().optional(),
  /** Position of the project in the user's sidebar. */
  sort_order: positionField.optional(),
})

export const displayPropertiesChange = displayProperties

export const navigationPreferences = preferences.pick({
  navigation_project_limit: true,
  navigation_control_preference: true,
})
