import { newId } from '#common/platform/ids.ts'
import type { CommentAccess, CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, store } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { anyMutation, type Mutation, undoable } from '../../platform/sync/mutation.ts'
import { keyOf } from '../work-items/actions.ts'

interface Said {
  html: string
  access: CommentAccess
  /** The thread that it belongs to; null for one that begins a thread. */
  parent_id: string | null
}

/** Answers whether it was taken: offline, once there is a connection again. */
export async function say(item: WorkItemRow, { html, access, parent_id }: Said): Promise<boolean> {
  const now = new Date().toISOString()
  const comment: CommentRow = {
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    project_id: item.project_id,
    issue_id: item.id,
    parent_id,
    actor: myId(),
    comment_html: html,
    // Told by the server, which knows who can be mentioned.
    mention_ids: [],
    access,
    edited_at: null,
    removed_at: null,
    resolved_at: null,
    resolved_by: null,
    created_at: now,
    updated_at: now,
    created_by: myId(),
    updated_by: myId(),
  }
  const answer = await mutate({
    call: 'createComment',
    input: {
      params: { slug: currentSlug(), project_id: item.project_id, id: item.id },
      body: { id: comment.id, comment_html: html, access, ...(parent_id !== null && { parent_id }) },
    },
    changes: [{ entity: 'work_item_comments', id: comment.id, op: 'create', fields: { ...comment } }],
    // One who says two things says them in this order.
    inTurn: `comments ${item.id}`,
  })
  return answer !== null
}

/** Changes its words. They can be taken back by Undo as every change. */
export async function edit(item: WorkItemRow, comment: CommentRow, html: string): Promise<void> {
  if (html === comment.comment_html) return
  await mutate(
    undoable(
      updating(comment, { comment_html: html, edited_at: new Date().toISOString() }, { comment_html: html }),
      t('comments.changed', { key: keyOf(item) }),
      updating(
        comment,
        { comment_html: comment.comment_html, edited_at: comment.edited_at },
        { comment_html: comment.comment_html },
      ),
    ),
  )
}

export async function setAccess(
  item: WorkItemRow,
  comment: CommentRow,
  access: CommentAccess,
): Promise<void> {
  await mutate(
    undoable(
      updating(comment, { access }, { access }),
      t(`comments.nowAccess.${access}`, { key: keyOf(item) }),
      updating(comment, { access: comment.access }, { access: comment.access }),
    ),
  )
}

export async function remove(item: WorkItemRow, comment: CommentRow): Promise<void> {
  const gone = { comment_html: '', removed_at: new Date().toISOString() }
  await mutate({
    call: 'deleteComment',
    input: { params: paramsOf(comment) },
    changes: [{ entity: 'work_item_comments', id: comment.id, op: 'update', fields: gone }],
    words: t('comments.deleted', { key: keyOf(item) }),
    undo: anyMutation({
      call: 'restoreComment',
      input: { params: paramsOf(comment) },
      changes: [
        {
          entity: 'work_item_comments',
          id: comment.id,
          op: 'update',
          fields: { comment_html: comment.comment_html, removed_at: null },
        },
      ],
    } satisfies Mutation<'restoreComment'>),
  })
}

export async function setResolved(
  item: WorkItemRow,
  comment: CommentRow,
  isResolved: boolean,
): Promise<void> {
  await mutate(
    undoable(
      resolving(comment, isResolved),
      t(isResolved ? 'comments.resolved' : 'comments.reopened', { key: keyOf(item) }),
      resolving(comment, !isResolved),
    ),
  )
}

function resolving(comment: CommentRow, isResolved: boolean): Mutation<'resolveThread' | 'reopenThread'> {
  const fields = isResolved
    ? { resolved_at: new Date().toISOString(), resolved_by: myId() }
    : { resolved_at: null, resolved_by: null }
  return {
    call: isResolved ? 'resolveThread' : 'reopenThread',
    input: { params: paramsOf(comment) },
    changes: [{ entity: 'work_item_comments', id: comment.id, op: 'update', fields }],
  }
}

function updating(
  comment: CommentRow,
  fields: Partial<CommentRow>,
  body: { comment_html?: string; access?: CommentAccess },
): Mutation<'updateComment'> {
  return {
    call: 'updateComment',
    input: { params: paramsOf(comment), body },
    changes: [{ entity: 'work_item_comments', id: comment.id, op: 'update', fields }],
  }
}

function paramsOf({ id, issue_id, project_id }: CommentRow) {
  return { slug: currentSlug(), project_id, id: issue_id, comment_id: id }
}
