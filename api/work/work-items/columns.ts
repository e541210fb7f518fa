import { p } from '@mikro-orm/postgresql'
import type {
  commonItemFields,
  cycleModuleAndEpicFields,
  dateFields,
} from '#common/work/work-items/fields.ts'
import type { Priority } from '#common/work/work-items/priorities.ts'

/** The columns that items, drafts and templates have in common. */
export const commonItemColumns = {
  state_id: p.uuid().strictNullable(),
  priority: p.string().$type<Priority>(),
  assignee_ids: p.array<string>().columnType('uuid[]'),
  label_ids: p.array<string>().columnType('uuid[]'),
  estimate_point: p.uuid().strictNullable(),
} satisfies Record<keyof typeof commonItemFields, unknown>

export const dateColumns = {
  start_date: p.string().columnType('date').strictNullable(),
  target_date: p.string().columnType('date').strictNullable(),
} satisfies Record<keyof typeof dateFields, unknown>

/** The columns of items and drafts for cycle, modules and epic. */
export const cycleModuleEpicColumns = {
  cycle_id: p.uuid().strictNullable(),
  module_ids: p.array<string>().columnType('uuid[]'),
  epic_id: p.uuid().strictNullable(),
} satisfies Record<keyof typeof cycleModuleAndEpicFields, unknown>
