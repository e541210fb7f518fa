import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { trashableColumns } from '../../platform/db/columns.ts'

export const LabelEntity = defineEntity({
  name: 'Label',
  tableName: 'labels',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    name: p.string(),
    color: p.string(),
    parent: p.uuid().strictNullable(),
    sort_order: p.float(),
    /** What carried it when it was deleted or became another one, and of these the items that did not carry the other one yet. */
    left_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    gained_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    /** The same of pages. */
    left_page_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    gained_page_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    left_child_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    became_id: p.uuid().lazy().nullable(),
  },
})
export type Label = InferEntity<typeof LabelEntity>
