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
    /**
     * Id of the user who created the item. Guests without access to the whole project receive only links of
     * items that they created. This column is not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
  },
})
