import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LinkMetadata } from '#common/work/links/schema.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

export const LinkEntity = defineEntity({
  name: 'Link',
  tableName: 'work_item_links',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    title: p.string().strictNullable(),
    url: p.string(),
    metadata: p.json<LinkMetadata>(),
    /** Creator of the item, which decides who receives the link. It is not part of any response. */
    issue_created_by: p.uuid().strictNullable(),
  },
})
