import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import { trashableColumns } from '../../platform/db/columns.ts'
import { commonItemColumns } from '../../work/work-items/columns.ts'

export const TemplateEntity = defineEntity({
  name: 'Template',
  tableName: 'work_item_templates',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid().strictNullable(),
    kind: p.string().$type<TemplateRow['kind']>(),
    name: p.string(),
    title: p.string(),
    description_html: p.text(),
    preview: p.text(),
    ...commonItemColumns,
    start_in_days: p.integer().strictNullable(),
    due_in_days: p.integer().strictNullable(),
    sub_items: p.json<TemplateRow['sub_items']>(),
    logo_props: p.json<TemplateRow['logo_props']>(),
    view_props: p.json<TemplateRow['view_props']>(),
    sort_order: p.float(),
  },
})
export type Template = InferEntity<typeof TemplateEntity>
