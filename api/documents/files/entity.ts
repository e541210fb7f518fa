import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { EntityType, TextEntityType } from '#common/documents/files/rules.ts'
import type { FileAttributes } from '#common/documents/files/schema.ts'
import { trashable } from '../../platform/db/columns.ts'

/** A file, from when a place for it was asked for. */
export const FileAssetEntity = defineEntity({
  name: 'FileAsset',
  tableName: 'file_assets',
  properties: {
    ...trashable,
    /** Null of a person's own pictures. */
    workspace_id: p.uuid().strictNullable(),
    project_id: p.uuid().strictNullable(),
    entity_type: p.string().$type<EntityType>(),
    /** The row it belongs to, null until that is known. */
    entity_identifier: p.uuid().strictNullable(),
    attributes: p.json<FileAttributes>(),
    /** When it was confirmed to be there; null is nobody's file yet. */
    uploaded_at: p.datetime().strictNullable(),
  },
})
export type FileAsset = InferEntity<typeof FileAssetEntity>

/** That a picture of one text stands in another one as well. */
export const FileUseEntity = defineEntity({
  name: 'FileUse',
  tableName: 'file_uses',
  properties: {
    asset_id: p.uuid().primary(),
    entity_identifier: p.uuid().primary(),
    entity_type: p.string().$type<TextEntityType>(),
  },
})

/** That a file belongs to a work item, which others hear of. */
export const AttachmentEntity = defineEntity({
  name: 'Attachment',
  tableName: 'work_item_attachments',
  properties: {
    ...trashable,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    /** Who made the item, by which it is decided who hears of the attachment. It never leaves the server. */
    issue_created_by: p.uuid().strictNullable(),
    attributes: p.json<FileAttributes>(),
  },
})
export type Attachment = InferEntity<typeof AttachmentEntity>
