import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { CommentAccess } from '#common/work/comments/schema.ts'
import { audited } from '../../platform/db/columns.ts'

export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'work_item_comments',
  properties: {
    ...audited,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    /** Who made the item, by which it is decided who hears of the comment. It never leaves the server. */
    issue_created_by: p.uuid().strictNullable(),
    parent_id: p.uuid().strictNullable(),
    actor: p.uuid(),
    comment_html: p.text(),
    comment_json: p.json<Record<string, unknown>>(),
    comment_stripped: p.text(),
    mention_ids: p.array<string>().columnType('uuid[]'),
    access: p.string().$type<CommentAccess>(),
    edited_at: p.datetime().strictNullable(),
    /** The text before the last edit. It never leaves the server. */
    before_edit: p.json<BeforeEdit>().strictNullable(),
    removed_at: p.datetime().strictNullable(),
    /** The words of one that was deleted, for Undo; they leave the server only when it is brought back. */
    removed: p.json<CommentText>().strictNullable(),
    resolved_at: p.datetime().strictNullable(),
    resolved_by: p.uuid().strictNullable(),
  },
})
export type CommentRecord = InferEntity<typeof CommentEntity>

/** What a comment says, in all its forms, and whom it mentions. */
export interface CommentText {
  comment_html: string
  comment_json: Record<string, unknown>
  comment_stripped: string
  mention_ids: string[]
}

export interface BeforeEdit {
  comment_html: string
  /** When it had been edited then, in ISO 8601. */
  edited_at: string | null
}
