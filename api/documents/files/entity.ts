import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { EmbeddedFileEntityType, FileEntityType } from '#common/documents/files/rules.ts'
import type { FileAttributes } from '#common/documents/files/schema.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

/** A file. The row is created when a client announces the upload. */
export const FileAssetEntity = defineEntity({
  name: 'FileAsset',
  tableName: 'file_assets',
  properties: {
    ...trashableColumns,
    /** The workspace of the file. Is null for avatars and covers of users, which belong to no workspace. */
    workspace_id: p.uuid().strictNullable(),
    project_id: p.uuid().strictNullable(),
    entity_type: p.string().$type<FileEntityType>(),
    /** Id of the page, item or other object to which the file belongs. Is null until this object is known. */
    entity_identifier: p.uuid().strictNullable(),
    attributes: p.json<FileAttributes>(),
    /** Time at which the client confirmed the upload. Is null until then. */
    uploaded_at: p.datetime().strictNullable(),
  },
})
export type FileAsset = InferEntity<typeof FileAssetEntity>

/** A text that uses a file of another text. */
export const FileUseEntity = defineEntity({
  name: 'FileUse',
  tableName: 'file_uses',
  properties: {
    asset_id: p.uuid().primary(),
    entity_identifier: p.uuid().primary(),
    entity_type: p.string().$type<EmbeddedFileEntityType>(),
  },
})

/** An attachment of a work item. The change feed sends this row to clients. */
export const AttachmentEntity = defineEntity({
  name: 'Attachment',
  tableName: 'work_item_attachments',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    /**
     * The creator of the item. The change feed needs this id to decide which users receive the attachment. This
     * column is not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
    attributes: p.json<FileAttributes>(),
  },
})
export type Attachment = InferEntity<typeof AttachmentEntity>
