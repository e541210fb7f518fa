import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { LinkMetadata } from '#common/work/links/schema.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at, updated_at } = auditedColumns

export const QuickLinkEntity = defineEntity({
  name: 'QuickLink',
  tableName: 'quick_links',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    owner: p.uuid(),
    title: p.string().strictNullable(),
    url: p.string(),
    metadata: p.json<LinkMetadata>(),
    sort_order: p.float(),
  },
})
export type QuickLink = InferEntity<typeof QuickLinkEntity>
