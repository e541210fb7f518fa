import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { StateGroup } from '#common/work/states/schema.ts'
import { trashableColumns } from '../../platform/db/columns.ts'
import { dateColumns, ownColumns } from './columns.ts'

/**
 * A row is an item: people, labels and modules are arrays on it and their counts are columns, so that a list is one scan
 * of one table. `state__group` repeats the group of its state for the same reason.
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
    ...ownColumns,
    ...dateColumns,
    state_id: p.uuid(),
    state__group: p.string().$type<StateGroup>(),
    sort_order: p.float(),
    completed_at: p.datetime().strictNullable(),
    parent_id: p.uuid().strictNullable(),
    cycle_id: p.uuid().strictNullable(),
    type_id: p.uuid().strictNullable(),
    is_epic: p.boolean().default(false),
    epic_id: p.uuid().strictNullable(),
    module_ids: p.array<string>().columnType('uuid[]'),
    subscriber_ids: p.array<string>().columnType('uuid[]'),
    mention_ids: p.array<string>().columnType('uuid[]'),
    sub_issues_count: p.integer().default(0),
    link_count: p.integer().default(0),
    attachment_count: p.integer().default(0),
    is_draft: p.boolean().default(false),
    archived_at: p.datetime().strictNullable(),
    /** Who put it into the trash. */
    deleted_by: p.uuid().strictNullable(),
  },
})
export type WorkItem = InferEntity<typeof WorkItemEntity>

/**
 * The number an item had in a project that it has left: what links to it says is followed, and it has that number again when it comes back.
 */
export const FormerKeyEntity = defineEntity({
  name: 'FormerKey',
  tableName: 'former_work_item_keys',
  properties: {
    project_id: p.uuid().primary(),
    sequence_id: p.integer().primary(),
    work_item_id: p.uuid(),
    moved_at: p.datetime(),
    left_behind: p.json<LeftBehind>(),
  },
})

/** What an item had in a project and could not take along. */
export interface LeftBehind {
  label_ids: string[]
  assignee_ids: string[]
  subscriber_ids: string[]
  mention_ids: string[]
  parent_id: string | null
  /** Not known of those that left before there were cycles. */
  cycle_id?: string | null
  /** Likewise. */
  module_ids?: string[]
  /** The same of estimates. */
  estimate_point?: string | null
  /** Its state there, and the one that it was given instead. */
  state_id: string
  became_state_id: string
}
