import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { trashableColumns } from '../../platform/db/columns.ts'

export const WorklogEntity = defineEntity({
  name: 'Worklog',
  tableName: 'worklogs',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    logged_by: p.uuid(),
    date: p.string().columnType('date'),
    duration: p.integer(),
    description: p.text().default(''),
  },
})
export type Worklog = InferEntity<typeof WorklogEntity>

/** The total time that each user has logged on each item. A trigger maintains this table. */
export const WorklogTotalEntity = defineEntity({
  name: 'WorklogTotal',
  tableName: 'worklog_totals',
  properties: {
    issue_id: p.uuid().primary(),
    user_id: p.uuid().primary(),
    project_id: p.uuid(),
    duration: p.integer(),
  },
})

/** A running timer. A user has at most one timer in each workspace. */
export const TimerEntity = defineEntity({
  name: 'Timer',
  tableName: 'timers',
  properties: {
    id: p.uuid().primary(),
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    user_id: p.uuid(),
    started_at: p.datetime(),
  },
})
export type Timer = InferEntity<typeof TimerEntity>
