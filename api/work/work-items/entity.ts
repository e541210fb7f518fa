import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { StateGroup } from '#common/work/states/schema.ts'
import type { GitItemState } from '#common/work/work-items/git-states.ts'
import { trashableColumns } from '../../platform/db/columns.ts'
import { externalIdColumns } from '../../platform/db/external-ids.ts'
import { commonItemColumns, cycleModuleEpicColumns, dateColumns } from './columns.ts'

/**
 * A work item. The row contains everything that lists need: assignees, labels and modules as arrays, counts
 * as columns, and the group of the state. Listing items therefore scans a single table.
 */
export const WorkItemEntity = defineEntity({
  name: 'WorkItem',
  tableName: 'work_items',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    sequence_id: p.integer(),
    name: p.string(),
    description_html: p.text().lazy().default('<p></p>'),
    description_json: p.json<Record<string, unknown>>().lazy().nullable(),
    description_stripped: p.text().lazy().default(''),
    ...commonItemColumns,
    ...dateColumns,
    state_id: p.uuid(),
    state__group: p.string().$type<StateGroup>(),
    sort_order: p.float(),
    completed_at: p.datetime().strictNullable(),
    parent_id: p.uuid().strictNullable(),
    ...cycleModuleEpicColumns,
    type_id: p.uuid().strictNullable(),
    is_epic: p.boolean().default(false),
    subscriber_ids: p.array<string>().columnType('uuid[]'),
    mention_ids: p.array<string>().columnType('uuid[]'),
    sub_issues_count: p.integer().default(0),
    link_count: p.integer().default(0),
    attachment_count: p.integer().default(0),
    git_state: p.string().$type<GitItemState>().strictNullable(),
    is_draft: p.boolean().default(false),
    archived_at: p.datetime().strictNullable(),
    ...externalIdColumns,
    /** Id of the user who deleted the item. */
    deleted_by: p.uuid().strictNullable(),
  },
})
export type WorkItem = InferEntity<typeof WorkItemEntity>

/**
 * The number of an item in a project that it has left. Old links still lead to the item, and the item gets
 * its number back if it returns.
 */
export const FormerItemKeyEntity = defineEntity({
  name: 'FormerKey',
  tableName: 'former_work_item_keys',
  properties: {
    project_id: p.uuid().primary(),
    sequence_id: p.integer().primary(),
    work_item_id: p.uuid(),
    moved_at: p.datetime(),
    left_behind: p.json<ValuesLostInMove>(),
  },
})

/** Values that an item had in its former project and lost when it moved. */
export interface ValuesLostInMove {
  label_ids: string[]
  assignee_ids: string[]
  subscriber_ids: string[]
  mention_ids: string[]
  parent_id: string | null
  /** The field is missing in values that were stored before Tandem had cycles. */
  cycle_id?: string | null
  /** The field is missing in values that were stored before Tandem had modules. */
  module_ids?: string[]
  /** The field is missing in values that were stored before Tandem had estimates. */
  estimate_point?: string | null
  /** State of the item in the former project, and the state that replaced it in the new project. */
  state_id: string
  became_state_id: string
}
