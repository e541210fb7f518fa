import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { CommentAccess } from '#common/work/comments/schema.ts'
import { commentColumns } from '../../documents/comments/columns.ts'
import { externalIdColumns } from '../../platform/db/external-ids.ts'

export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'work_item_comments',
  properties: {
    ...commentColumns,
    project_id: p.uuid(),
    issue_id: p.uuid(),
    /**
     * Id of the user who created the item. Guests without access to the whole project receive only comments on
     * items that they created. This column is not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
    access: p.string().$type<CommentAccess>(),
    ...externalIdColumns,
  },
})
export type CommentRecord = InferEntity<typeof CommentEntity>
