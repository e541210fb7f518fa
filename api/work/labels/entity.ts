import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { trashableColumns } from '../../platform/db/columns.ts'
import { externalIdColumns } from '../../platform/db/external-ids.ts'

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
    ...externalIdColumns,
    /**
     * If the label was deleted or merged, `left_item_ids` contains the items that had it. `gained_item_ids` contains
     * those of them that got the replacing label only because of the merge. Both lists are needed to restore the
     * label.
     */
    left_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    gained_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    /**
     * The same lists for pages: the pages that had the label, and those of them that got the replacing label only
     * because of the merge.
     */
    left_page_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    gained_page_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    left_child_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    became_id: p.uuid().lazy().nullable(),
  },
})
export type Label = InferEntity<typeof LabelEntity>
