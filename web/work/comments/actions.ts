import type { CommentAccess, CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { createCommentActions } from '../../documents/comments/actions.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { createSentCall } from '../../platform/sync/row-actions.ts'
import { formatItemKey } from '../work-items/actions.ts'

/** Returns functions that create, update, delete, restore, resolve and reopen comments on an item. */
export function createItemCommentActions(item: WorkItemRow) {
  const all = { slug: currentSlug(), project_id: item.project_id, id: item.id }
  const one = ({ id, issue_id, project_id }: CommentRow) => ({
    params: { slug: currentSlug(), project_id, id: issue_id, comment_id: id },
  })
  const actions = createCommentActions({
    table: 'work_item_comments',
    owner: item,
    begin: ({ access }: { access: CommentAccess }) => ({
      project_id: item.project_id,
      issue_id: item.id,
      access,
    }),
    calls: {
      create: ({ id, comment_html, access, parent_id }) =>
        createSentCall('createComment', {
          params: all,
          body: { id, comment_html, access, ...(parent_id !== null && { parent_id }) },
        }),
      update: (row, { comment_html, access }) =>
        createSentCall('updateComment', {
          ...one(row),
          body: access === undefined ? { comment_html } : { access },
        }),
      remove: (row) => createSentCall('deleteComment', one(row)),
      restore: (row) => createSentCall('restoreComment', one(row)),
      resolve: (row) => createSentCall('resolveThread', one(row)),
      reopen: (row) => createSentCall('reopenThread', one(row)),
    },
    words: (action) => t(`comments.${action}`, { key: formatItemKey(item) }),
  })
  return {
    ...actions,
    setAccess: (row: CommentRow, access: CommentAccess) =>
      actions.update(row, { access }, t(`comments.nowAccess.${access}`, { key: formatItemKey(item) })),
  }
}
