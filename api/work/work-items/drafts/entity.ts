import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import { auditedColumns } from '../../../platform/db/columns.ts'
import { commonItemColumns, cycleModuleEpicColumns, dateColumns } from '../columns.ts'

const { id, created_at, updated_at } = auditedColumns

export const DraftEntity = defineEntity({
  name: 'Draft',
  tableName: 'drafts',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    /** Id of the user who owns the draft. Only this user can see it. */
    created_by: p.uuid(),
    project_id: p.uuid().strictNullable(),
    name: p.string(),
    description_html: p.text(),
    preview: p.text(),
    ...commonItemColumns,
    ...dateColumns,
    ...cycleModuleEpicColumns,
    type_id: p.uuid().strictNullable(),
    sort_order: p.float(),
    parent_id: p.uuid().strictNullable(),
    sub_items: p.json<DraftRow['sub_items']>(),
  },
})
export type Draft = InferEntity<typeof DraftEntity>
