import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { ModuleStatus } from '#common/planning/modules/rules.ts'
import type { ModuleLink } from '#common/planning/modules/schema.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { points, trashable } from '../../platform/db/columns.ts'

export const ModuleEntity = defineEntity({
  name: 'Module',
  tableName: 'modules',
  properties: {
    ...trashable,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    name: p.string(),
    description: p.text(),
    status: p.string().$type<ModuleStatus>(),
    start_date: p.string().columnType('date').strictNullable(),
    target_date: p.string().columnType('date').strictNullable(),
    lead_id: p.uuid().strictNullable(),
    member_ids: p.array<string>().columnType('uuid[]'),
    link_module: p.json<ModuleLink[]>(),
    logo_props: p.json<LogoProps>(),
    sort_order: p.float(),
    archived_at: p.datetime().strictNullable(),
    /** Items that left it when it was deleted, for when it comes back. */
    left_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
  },
})
export type Module = InferEntity<typeof ModuleEntity>

/** How many items of a module were in which group of states at the end of a day; the newest row is what is true now. Triggers write it. */
export const ModuleDayEntity = defineEntity({
  name: 'ModuleDay',
  tableName: 'module_days',
  properties: {
    module_id: p.uuid().primary(),
    day: p.string().columnType('date').primary(),
    backlog: p.integer(),
    unstarted: p.integer(),
    started: p.integer(),
    completed: p.integer(),
    cancelled: p.integer(),
    backlog_points: points,
    unstarted_points: points,
    started_points: points,
    completed_points: points,
    cancelled_points: points,
  },
})

/** How many items of a person, with a label, or below another item, a module holds. Triggers write it. */
export const ModuleShareEntity = defineEntity({
  name: 'ModuleShare',
  tableName: 'module_shares',
  properties: {
    module_id: p.uuid().primary(),
    kind: p.string().$type<'assignee' | 'label' | 'part'>().primary(),
    id: p.uuid().primary(),
    total: p.integer(),
    completed: p.integer(),
    pending: p.integer(),
    total_points: points,
    completed_points: points,
    pending_points: points,
  },
})
