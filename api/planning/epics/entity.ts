import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { LogoProps } from '#common/platform/logo-props.ts'
import type { UpdateStatus } from '#common/platform/update-statuses.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

/**
 * The types of work items of a workspace. The default type has no row. The default type applies to items
 * whose `type_id` is null.
 */
export const WorkItemTypeEntity = defineEntity({
  name: 'WorkItemType',
  tableName: 'work_item_types',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    name: p.string(),
    description: p.text().default(''),
    logo_props: p.json<LogoProps>(),
    is_epic: p.boolean().default(false),
    is_default: p.boolean().default(false),
    is_active: p.boolean().default(true),
    level: p.integer().default(0),
  },
})

/** The number of sub-items of an epic by state group. Triggers maintain this table. */
export const EpicSubItemCountEntity = defineEntity({
  name: 'EpicCount',
  tableName: 'epic_counts',
  properties: {
    epic_id: p.uuid().primary(),
    backlog: p.integer(),
    unstarted: p.integer(),
    started: p.integer(),
    completed: p.integer(),
    cancelled: p.integer(),
  },
})

export const EpicUpdateEntity = defineEntity({
  name: 'EpicUpdate',
  tableName: 'epic_updates',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    epic_id: p.uuid(),
    status: p.string().$type<UpdateStatus>(),
    text: p.text(),
    /** The creator of the epic, copied from the epic. It determines which users receive changes of this epic update. */
    issue_created_by: p.uuid().strictNullable(),
  },
})
export type EpicUpdate = InferEntity<typeof EpicUpdateEntity>
