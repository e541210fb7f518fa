import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { LogoProps } from '#common/platform/logo-props.ts'
import type { UpdateStatus } from '#common/work/work-items/update-statuses.ts'
import { trashable } from '../../platform/db/columns.ts'

/** What kinds of work items a workspace has. The ordinary one has no row: items without a type are of it. */
export const WorkItemTypeEntity = defineEntity({
  name: 'WorkItemType',
  tableName: 'work_item_types',
  properties: {
    ...trashable,
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

/** How many items are below an epic, by the group of their states. Triggers write it. */
export const EpicCountEntity = defineEntity({
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
    ...trashable,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    epic_id: p.uuid(),
    status: p.string().$type<UpdateStatus>(),
    text: p.text(),
    /** Says who hears of it. */
    issue_created_by: p.uuid().strictNullable(),
  },
})
export type EpicUpdate = InferEntity<typeof EpicUpdateEntity>
