import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PageCommentAnchor } from '#common/pages/page-comments/schema.ts'
import type { PageAccess } from '#common/pages/pages/schema.ts'
import type { PageShares } from '#common/pages/pages/shares.ts'
import { commentColumns } from '../../documents/comments/columns.ts'

export const PageCommentEntity = defineEntity({
  name: 'PageComment',
  tableName: 'page_comments',
  properties: {
    ...commentColumns,
    page_id: p.uuid(),
    /**
     * Copies of the page's columns (see `rebroadcastPageRows`), which decide to whom the change feed sends
     * the comment. These columns are not part of any response.
     */
    project_ids: p.array<string>().columnType('uuid[]'),
    page_access: p.integer().$type<PageAccess>(),
    page_owned_by: p.uuid(),
    page_shares: p.json<PageShares>(),
    anchor: p.json<PageCommentAnchor>().strictNullable(),
  },
})
export type PageCommentRecord = InferEntity<typeof PageCommentEntity>
