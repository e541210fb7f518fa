import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageAnchor } from '#common/pages/page-comments/schema.ts'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import { audited } from '../../platform/db/columns.ts'
import type { BeforeEdit, CommentText } from '../../work/comments/entity.ts'

export const PageCommentEntity = defineEntity({
  name: 'PageComment',
  tableName: 'page_comments',
  properties: {
    ...audited,
    workspace_id: p.uuid(),
    page_id: p.uuid(),
    /** As they are of the page (`pages/pages/along.ts`), by which it is decided who hears of the comment. They never leave the server. */
    project_ids: p.array<string>().columnType('uuid[]'),
    page_access: p.integer().$type<PageAccess>(),
    page_owned_by: p.uuid(),
    parent_id: p.uuid().strictNullable(),
    anchor: p.json<PageAnchor>().strictNullable(),
    actor: p.uuid(),
    comment_html: p.text(),
    comment_json: p.json<Record<string, unknown>>(),
    comment_stripped: p.text(),
    mention_ids: p.array<string>().columnType('uuid[]'),
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
export type PageCommentRecord = InferEntity<typeof PageCommentEntity>
