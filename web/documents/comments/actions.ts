import type { CallName } from '#common/calls.ts'
import type { CommentBase } from '#common/documents/comments/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { mutate } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { toAnyMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, type SentCall } from '../../platform/sync/row-actions.ts'
import type { RowOf } from '../../platform/sync/tables.ts'

type CommentTable = 'work_item_comments' | 'page_comments'

interface CommentCalls<Row, Calls extends CallName> {
  create: (row: Row) => SentCall<Calls>
  update: (row: Row, patch: Partial<Row>) => SentCall<Calls>
  remove: (row: Row) => SentCall<Calls>
  restore: (row: Row) => SentCall<Calls>
  resolve: (row: Row) => SentCall<Calls>
  reopen: (row: Row) => SentCall<Calls>
}

interface CommentKind<Table extends CommentTable, Own, Calls extends CallName> {
  table: Table
  owner: { id: string; workspace_id: string }
  /**
   * Returns the columns of a new comment that other kinds of comments do not have, such as the id of its work
   * item or page.
   */
  begin: (own: Own) => Omit<RowOf<Table>, keyof CommentBase>
  calls: CommentCalls<RowOf<Table>, Calls>
  words: (action: 'changed' | 'deleted' | 'resolved' | 'reopened') => string
}

/**
 * Creates the actions for the comments on one work item or page. The updated rows arrive over the change
 * feed, not in the responses.
 */
export function createCommentActions<Table extends CommentTable, Own, Calls extends CallName>(
  kind: CommentKind<Table, Own, Calls>,
) {
  type Row = RowOf<Table>
  const { owner, calls, words } = kind
  const rows = createRowActions(kind.table, {
    create: calls.create,
    update: (row: Row, patch: Partial<CommentBase>) => {
      if (patch.removed_at !== undefined)
        return patch.removed_at === null ? calls.restore(row) : calls.remove(row)
      if (patch.resolved_at !== undefined)
        return patch.resolved_at === null ? calls.reopen(row) : calls.resolve(row)
      return calls.update(row, patch as Partial<Row>)
    },
    answersRow: false,
    // Requests for the same work item or page are sent one after the other, so that two comments that are sent in
    // quick succession appear in the correct order.
    queueKey: `comments ${owner.id}`,
  })
  const update = async (row: Row, patch: Partial<Row> | Partial<CommentBase>, done: string) => {
    await mutate(toAnyMutation(rows.update(row, patch as Partial<CommentBase>, done)))
  }
  return {
    update,
    /**
     * Creates a comment. Returns true if the server accepted it. While offline, the promise waits for a
     * connection.
     */
    say: async (
      html: string,
      own: Own,
      { parent_id = null as string | null, id = newId() } = {},
    ): Promise<boolean> => {
      const row = {
        ...newComment(id, owner.workspace_id),
        comment_html: html,
        parent_id,
        ...kind.begin(own),
      } as Row
      return (await mutate(toAnyMutation(rows.creating(row)))) !== null
    },
    /** Changes the text of a comment. The user can undo this change. */
    edit: async (row: Row, comment_html: string): Promise<void> => {
      if (comment_html === row.comment_html) return
      await update(row, { comment_html, edited_at: new Date().toISOString() }, words('changed'))
    },
    remove: (row: Row) =>
      update(row, { comment_html: '', removed_at: new Date().toISOString() }, words('deleted')),
    setResolved: (row: Row, isResolved: boolean) =>
      isResolved
        ? update(row, { resolved_at: new Date().toISOString(), resolved_by: getMyId() }, words('resolved'))
        : update(row, { resolved_at: null, resolved_by: null }, words('reopened')),
  }
}

function newComment(id: string, workspace_id: string): CommentBase {
  const now = new Date().toISOString()
  return {
    id,
    workspace_id,
    parent_id: null,
    actor: getMyId(),
    comment_html: '',
    // The server computes the mentions, because it knows who can be mentioned.
    mention_ids: [],
    edited_at: null,
    removed_at: null,
    resolved_at: null,
    resolved_by: null,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
}
