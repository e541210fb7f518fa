import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import { audited } from '../../platform/db/columns.ts'

const kept = {
  ...audited,
  workspace_id: p.uuid(),
  owned_by: p.uuid().strictNullable(),
  editor_ids: p.array<string>().columnType('uuid[]'),
  last_saved_at: p.datetime(),
  restored_from: p.datetime().strictNullable(),
}

export const VersionEntity = defineEntity({
  name: 'DescriptionVersion',
  tableName: 'description_versions',
  properties: {
    ...kept,
    project_id: p.uuid(),
    issue_id: p.uuid(),
    /** Who made the item, by which it is decided who hears of the version. It never leaves the server. */
    issue_created_by: p.uuid().strictNullable(),
  },
})

export const PageVersionEntity = defineEntity({
  name: 'PageVersion',
  tableName: 'page_versions',
  properties: {
    ...kept,
    page_id: p.uuid(),
    /** As they are of the page (`pages/pages/along.ts`), by which it is decided who hears of the version. They never leave the server. */
    project_ids: p.array<string>().columnType('uuid[]'),
    page_access: p.integer().$type<PageAccess>(),
    page_owned_by: p.uuid(),
  },
})

export type ItemVersion = InferEntity<typeof VersionEntity>
export type PageVersion = InferEntity<typeof PageVersionEntity>
export type Version = ItemVersion | PageVersion

const text = {
  version_id: p.uuid().primary(),
  description_html: p.text(),
  description_json: p.json<Record<string, unknown>>().strictNullable(),
  description_stripped: p.text(),
}

/** In a table of its own, so that no list of versions reads it. The last version of an item has none: it is what stands on the item. */
export const VersionTextEntity = defineEntity({
  name: 'DescriptionVersionText',
  tableName: 'description_version_texts',
  properties: text,
})

export const PageVersionTextEntity = defineEntity({
  name: 'PageVersionText',
  tableName: 'page_version_texts',
  properties: text,
})
