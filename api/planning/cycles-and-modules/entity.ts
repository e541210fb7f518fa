import { p } from '@mikro-orm/postgresql'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { estimateSumColumn, trashableColumns } from '../../platform/db/columns.ts'
import { externalIdColumns } from '../../platform/db/external-ids.ts'

export const cycleOrModuleColumns = {
  ...trashableColumns,
  workspace_id: p.uuid(),
  project_id: p.uuid(),
  name: p.string(),
  description: p.text(),
  logo_props: p.json<LogoProps>(),
  sort_order: p.float(),
  archived_at: p.datetime().strictNullable(),
  ...externalIdColumns,
  /** Ids of the items that the cycle or module had when it was deleted. A restore adds these items again. */
  left_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
}

/**
 * The number of items of a cycle or module in each state group at the end of a day. The newest row is the
 * current state. Triggers write the rows.
 */
export const dailyStatsColumns = {
  day: p.string().columnType('date').primary(),
  backlog: p.integer(),
  unstarted: p.integer(),
  started: p.integer(),
  completed: p.integer(),
  cancelled: p.integer(),
  backlog_points: estimateSumColumn,
  unstarted_points: estimateSumColumn,
  started_points: estimateSumColumn,
  completed_points: estimateSumColumn,
  cancelled_points: estimateSumColumn,
}

/** The number of items of one assignee or with one label in a cycle or module. Triggers write the rows. */
export const breakdownColumns = {
  id: p.uuid().primary(),
  total: p.integer(),
  completed: p.integer(),
  pending: p.integer(),
  total_points: estimateSumColumn,
  completed_points: estimateSumColumn,
  pending_points: estimateSumColumn,
}
