import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { audited } from '../db/columns.ts'

export const VersionEntity = defineEntity({
  name: 'DescriptionVersion',
  tableName: 'description_versions',
  properties: {
    ...audited,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    /** Who made the item, by which it is decided who hears of the version. It never leaves the server. */
    issue_created_by: p.uuid().strictNullable(),
    owned_by: p.uuid().strictNullable(),
    editor_ids: p.array<string>().columnType('uuid[]'),
    last_saved_at: p.datetime(),
    restored_from: p.datetime().strictNullable(),
  },
})
export type Version = InferEntity<typeof VersionEntity>

/** In a table of its own, so that no list of versions reads it. The last version of an item has none: it is what stands on the item. */
export const VersionTextEntity = defineEntity({
  name: 'DescriptionVersionText',
  tableName: 'description_version_texts',
  properties: {
    version_id: p.uuid().primary(),
    description_html: p.text(),
    description_json: p.json<Record<string, unknown>>().strictNullable(),
    description_stripped: p.text(),
  },
})
