import type { CommentAccess, CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { commentActions } from '../../documents/comments/actions.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { sending } from '../../platform/sync/row-actions.ts'
import { keyOf } from '../work-items/actions.ts'

/** Returns the actions that write comments on an item. */
export function commentsOnItem(item: WorkItemRow) {
  const all = { slug: currentSlug(), project_id: item.project_id, id: item.id }
  const one = ({ id, issue_id, project_id }: CommentRow) => ({
    params: { slug: currentSlug(), project_id, id: issue_id, comment_id: id },
  })
  const actions = commentActions({
    table: 'work_item_comments',
    owner: item,
    begin: ({ access }: { access: CommentAccess }) => ({
      project_id: item.project_id,
      issue_id: item.id,
      access,
    }),
    calls: {
      create: ({ id, comment_html, access, parent_id }) =>
        sending('createComment', {
          params: all,
          body: { id, comment_html, access, ...(parent_id !== null && { parent_id }) },
        }),
      update: (row, { comment_html, access }) =>
        sending('updateComment', { ...one(row), body: access === undefined ? { comment_html } : { access } }),
      remove: (row) => sending('deleteComment', one(row)),
      restore: (row) => sending('restoreComment', one(row)),
      resolve: (row) => sending('resolveThread', one(row)),
      reopen: (row) => sending('reopenThread', one(row)),
    },
    words: (action) => t(`comments.${action}`, { key: keyOf(item) }),
  })
  return {
    ...actions,
    setAccess: (row: CommentRow, access: CommentAccess) =>
      actions.update(row, { access }, t(`comments.nowAccess.${access}`, { key: keyOf(item) })),
  }
}
