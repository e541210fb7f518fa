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
    /**
     * Ids of the items that had the label when it was deleted or merged, and of those items that got the label
     * that replaced it only because of the merge. Both lists are needed to restore the label.
     */
    left_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    gained_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    /**
     * Ids of the pages that had the label when it was deleted or merged, and of those pages that got the label
     * that replaced it only because of the merge.
     */
    left_page_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    gained_page_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    left_child_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    became_id: p.uuid().lazy().nullable(),
  },
})
export type Label = InferEntity<typeof LabelEntity>
