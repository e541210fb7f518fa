import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { ProgressSnapshot } from '#common/planning/cycles/schema.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { points, trashable } from '../../platform/db/columns.ts'
import type { Figures } from '../figures/figures.ts'

export const CycleEntity = defineEntity({
  name: 'Cycle',
  tableName: 'cycles',
  properties: {
    ...trashable,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    name: p.string(),
    description: p.text(),
    start_date: p.datetime().strictNullable(),
    end_date: p.datetime().strictNullable(),
    owned_by_id: p.uuid().strictNullable(),
    logo_props: p.json<LogoProps>(),
    sort_order: p.float(),
    progress_snapshot: p.json<ProgressSnapshot>().strictNullable(),
    /** What its analytics are since then; read with them alone. */
    frozen_figures: p.json<Figures>().lazy().nullable(),
    archived_at: p.datetime().strictNullable(),
    /** The person who set its end into the past or ended it; they may reopen it. */
    ended_by: p.uuid().lazy().nullable(),
    /** Items that it moved on when it ended, by the cycle that they moved to; they come back when it is reopened. */
    moved_on: p.json<Record<string, string[]>>().lazy().defaultRaw("'{}'"),
    /** Items that left it when it was deleted, for when it comes back. */
    left_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
  },
})
export type Cycle = InferEntity<typeof CycleEntity>

/** How many items of a cycle were in which group of states at the end of a day; the newest row is what is true now. Triggers write it. */
export const CycleDayEntity = defineEntity({
  name: 'CycleDay',
  tableName: 'cycle_days',
  properties: {
    cycle_id: p.uuid().primary(),
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

/** How many items of a person, or with a label, a cycle holds. Triggers write it. */
export const CycleShareEntity = defineEntity({
  name: 'CycleShare',
  tableName: 'cycle_shares',
  properties: {
    cycle_id: p.uuid().primary(),
    kind: p.string().$type<'assignee' | 'label'>().primary(),
    id: p.uuid().primary(),
    total: p.integer(),
    completed: p.integer(),
    pending: p.integer(),
    total_points: points,
    completed_points: points,
    pending_points: points,
  },
})
