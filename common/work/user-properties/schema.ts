import { z } from 'zod'
import { line, position } from '../../platform/fields.ts'
import { id, moment } from '../../platform/time.ts'
import { columnNames } from '../listing/properties.ts'
import { groupings, layouts } from '../listing/view-settings.ts'
import {
  displayPropertyNames,
  filterNames,
  narrowestColumn,
  propertiesContexts,
  widestColumn,
} from './rules.ts'

const grouping = z.enum(groupings).nullable()
const names = z.array(line(100)).max(500)

const displayFilters = z.object({
  layout: z.enum(layouts),
  group_by: grouping,
  sub_group_by: grouping,
  order_by: z
    .string()
    .regex(/^-?[a-z_]{1,60}$/, 'An order is the name of a field, with a minus for descending.'),
  type: z.enum(['active', 'backlog']).nullable(),
  sub_issue: z.boolean(),
  show_empty_groups: z.boolean(),
  calendar: z.object({ layout: z.enum(['month', 'week']), show_weekends: z.boolean() }),
  gantt: z.object({ zoom: z.enum(['week', 'month', 'quarter']) }),
  spreadsheet: z.object({
    widths: z.partialRecord(z.enum(columnNames), z.int().min(narrowestColumn).max(widestColumn)),
  }),
})

const filters = z.partialRecord(z.enum(filterNames), names.nullable())
const displayProperties = z.partialRecord(z.enum(displayPropertyNames), z.boolean())

const preferences = z.object({
  pages: z.object({ block_display: z.boolean() }),
  navigation: z.object({ default_tab: line(60), hide_in_more_menu: names }),
  kanban_filters: z.object({ group_by: names, sub_group_by: names }),
  navigation_project_limit: z.int().min(0).max(1000),
  navigation_control_preference: z.enum(['ACCORDION', 'TABBED']),
})

const richFiltersLimit = 20_000
const richFilters = z
  .record(z.string(), z.unknown())
  .refine(
    (tree) => JSON.stringify(tree).length <= richFiltersLimit,
    `A filter has at most ${richFiltersLimit} characters.`,
  )

/** Filters and display as rows hold them; those of the reference product go by their older names. */
export const kept = {
  filters: z.record(z.enum(filterNames), names.nullable()),
  rich_filters: z.record(z.string(), z.unknown()),
  display_filters: displayFilters,
  display_properties: z.record(z.enum(displayPropertyNames), z.boolean()),
}

/** How a person looks at the work items of one place. It is nobody else's business. */
export const userPropertiesRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  context: z.enum(propertiesContexts),
  /** The project's, the workspace's or the place's own id. */
  context_id: id,
  ...kept,
  preferences,
  sort_order: z.number(),
  created_at: moment,
  updated_at: moment,
})
export type UserPropertiesRow = z.infer<typeof userPropertiesRow>

/** `id` is null for whoever has changed nothing there yet. */
export const userPropertiesAnswer = userPropertiesRow.extend({
  id: id.nullable(),
  created_at: moment.nullable(),
  updated_at: moment.nullable(),
})

/** What is sent of them: any part, laid over what is there. */
export const lookingAt = {
  filters: filters.optional(),
  rich_filters: richFilters.optional(),
  display_filters: displayFilters.partial().optional(),
  display_properties: displayProperties.optional(),
}

export const userPropertiesChange = z.object({
  /** Of the row that is made by the first change. */
  id: id.optional(),
  ...lookingAt,
  preferences: preferences.partial().optional(),
  /** The place in the sidebar of the project that this is about. */
  sort_order: position.optional(),
})

export const displayPropertiesChange = displayProperties

export const navigation = preferences.pick({
  navigation_project_limit: true,
  navigation_control_preference: true,
})
