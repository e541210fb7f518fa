import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import type { PageShares } from '#common/pages/pages/shares.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const versionColumns = {
  ...auditedColumns,
  workspace_id: p.uuid(),
  owned_by: p.uuid().strictNullable(),
  editor_ids: p.array<string>().columnType('uuid[]'),
  last_saved_at: p.datetime(),
  restored_from: p.datetime().strictNullable(),
}

export const ItemVersionEntity = defineEntity({
  name: 'DescriptionVersion',
  tableName: 'description_versions',
  properties: {
    ...versionColumns,
    project_id: p.uuid(),
    issue_id: p.uuid(),
    /**
     * The creator of the item. The change feed needs this id to decide which users receive the version. This
     * column is not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
  },
})

export const PageVersionEntity = defineEntity({
  name: 'PageVersion',
  tableName: 'page_versions',
  properties: {
    ...versionColumns,
    page_id: p.uuid(),
    name: p.string().strictNullable(),
    /**
     * Copies of the page's columns (see `rebroadcastPageRows`), which decide to whom the change feed sends
     * the version. These columns are not part of any response.
     */
    project_ids: p.array<string>().columnType('uuid[]'),
    page_access: p.integer().$type<PageAccess>(),
    page_owned_by: p.uuid(),
    page_shares: p.json<PageShares>(),
  },
})

export type ItemVersion = InferEntity<typeof ItemVersionEntity>
export type PageVersion = InferEntity<typeof PageVersionEntity>
export type DocumentVersion = ItemVersion | PageVersion

const text = {
  version_id: p.uuid().primary(),
  description_html: p.text(),
  description_json: p.json<Record<string, unknown>>().strictNullable(),
  description_stripped: p.text(),
}

/**
 * Texts of old versions, in a separate table so that lists of versions do not read texts. The newest version
 * has no row here, because its text is on the page or item.
 */
export const ItemVersionTextEntity = defineEntity({
  name: 'DescriptionVersionText',
  tableName: 'description_version_texts',
  properties: text,
})

export const PageVersionTextEntity = defineEntity({
  name: 'PageVersionText',
  tableName: 'page_version_texts',
  properties: text,
})
