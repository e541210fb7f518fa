import type { PageAnchor } from '#common/pages/page-comments/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { commentActions } from '../../../documents/comments/actions.ts'
import { t } from '../../../locales/i18n.ts'
import { sending } from '../../../platform/sync/row-actions.ts'
import { paramsOf } from '../actions.ts'

/** Returns the mutations of the comments on a page. */
export function pageCommentActions(page: PageRow) {
  const one = ({ id }: { id: string }) => ({ params: { ...paramsOf(page), comment_id: id } })
  return commentActions({
    table: 'page_comments',
    owner: page,
    /** Only the first comment of a thread has an anchor. */
    begin: ({ anchor = null }: { anchor?: PageAnchor | null }) => ({ page_id: page.id, anchor }),
    calls: {
      create: ({ id, comment_html, anchor, parent_id }) =>
        sending('createPageComment', {
          params: paramsOf(page),
          body: { id, comment_html, ...(parent_id === null ? { anchor } : { parent_id }) },
        }),
      update: (row, { comment_html = row.comment_html }) =>
        sending('updatePageComment', { ...one(row), body: { comment_html } }),
      remove: (row) => sending('deletePageComment', one(row)),
      restore: (row) => sending('restorePageComment', one(row)),
      resolve: (row) => sending('resolvePageThread', one(row)),
      reopen: (row) => sending('reopenPageThread', one(row)),
    },
    words: (action) => t(`pages.comments.${action}`),
  })
}
