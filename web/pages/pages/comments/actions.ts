import type { PageCommentAnchor } from '#common/pages/page-comments/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { createCommentActions } from '../../../documents/comments/actions.ts'
import { t } from '../../../locales/i18n.ts'
import { createSentCall } from '../../../platform/sync/row-actions.ts'
import { pageCallParams } from '../actions.ts'

/** Returns the mutations of the comments on a page. */
export function pageCommentActions(page: PageRow) {
  const one = ({ id }: { id: string }) => ({ params: { ...pageCallParams(page), comment_id: id } })
  return createCommentActions({
    table: 'page_comments',
    owner: page,
    /** Only the first comment of a thread has an anchor. */
    begin: ({ anchor = null }: { anchor?: PageCommentAnchor | null }) => ({ page_id: page.id, anchor }),
    calls: {
      create: ({ id, comment_html, anchor, parent_id }) =>
        createSentCall('createPageComment', {
          params: pageCallParams(page),
          body: { id, comment_html, ...(parent_id === null ? { anchor } : { parent_id }) },
        }),
      update: (row, { comment_html = row.comment_html }) =>
        createSentCall('updatePageComment', { ...one(row), body: { comment_html } }),
      remove: (row) => createSentCall('deletePageComment', one(row)),
      restore: (row) => createSentCall('restorePageComment', one(row)),
      resolve: (row) => createSentCall('resolvePageThread', one(row)),
      reopen: (row) => createSentCall('reopenPageThread', one(row)),
    },
    words: (action) => t(`pages.comments.${action}`),
  })
}
