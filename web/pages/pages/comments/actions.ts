import type { PageAnchor, PageCommentRow } from '#common/pages/page-comments/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../../locales/i18n.ts'
import { mutate } from '../../../platform/app/sync.ts'
import { myId } from '../../../platform/person/me.ts'
import type { LocalChange } from '../../../platform/sync/apply-change.ts'
import { anyMutation, type Mutation, undoable } from '../../../platform/sync/mutation.ts'
import { copyText } from '../../../platform/ui/copy-text.ts'
import { paramsOf } from '../actions.ts'
import { pagePath } from '../paths.ts'

type About = { anchor: PageAnchor } | { parent_id: string }

/** Begins a thread about a text, or replies in one. Answers whether it was taken: offline, once there is a connection again. */
export async function say(page: PageRow, about: About, html: string, id = newId()): Promise<boolean> {
  const now = new Date().toISOString()
  const row: PageCommentRow = {
    id,
    workspace_id: page.workspace_id,
    page_id: page.id,
    parent_id: null,
    anchor: null,
    ...about,
    actor: myId(),
    comment_html: html,
    // Told by the server, which knows who can be mentioned.
    mention_ids: [],
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
    call: 'createPageComment',
    input: { params: paramsOf(page), body: { id, comment_html: html, ...about } },
    changes: [{ entity: 'page_comments', id, op: 'create', fields: { ...row } }],
    // One who says two things says them in this order.
    inTurn: `comments ${page.id}`,
  })
  return answer !== null
}

/** Changes its words. They can be taken back by Undo as every change. */
export async function edit(page: PageRow, comment: PageCommentRow, html: string): Promise<void> {
  if (html === comment.comment_html) return
  const saying = (comment_html: string, edited_at: string | null): Mutation<'updatePageComment'> => ({
    call: 'updatePageComment',
    input: { params: of(page, comment), body: { comment_html } },
    changes: [update(comment, { comment_html, edited_at })],
  })
  await mutate(
    undoable(
      saying(html, new Date().toISOString()),
      t('pages.comments.changed'),
      saying(comment.comment_html, comment.edited_at),
    ),
  )
}

export async function remove(page: PageRow, comment: PageCommentRow): Promise<void> {
  const restoring: Mutation<'restorePageComment'> = {
    call: 'restorePageComment',
    input: { params: of(page, comment) },
    changes: [update(comment, { comment_html: comment.comment_html, removed_at: null })],
  }
  await mutate({
    call: 'deletePageComment',
    input: { params: of(page, comment) },
    changes: [update(comment, { comment_html: '', removed_at: new Date().toISOString() })],
    words: t('pages.comments.deleted'),
    undo: anyMutation(restoring),
  })
}

export async function setResolved(
  page: PageRow,
  comment: PageCommentRow,
  isResolved: boolean,
): Promise<void> {
  await mutate(
    undoable(
      resolving(page, comment, isResolved),
      t(isResolved ? 'pages.comments.resolved' : 'pages.comments.reopened'),
      resolving(page, comment, !isResolved),
    ),
  )
}

function resolving(
  page: PageRow,
  comment: PageCommentRow,
  isResolved: boolean,
): Mutation<'resolvePageThread' | 'reopenPageThread'> {
  const fields = isResolved
    ? { resolved_at: new Date().toISOString(), resolved_by: myId() }
    : { resolved_at: null, resolved_by: null }
  return {
    call: isResolved ? 'resolvePageThread' : 'reopenPageThread',
    input: { params: of(page, comment) },
    changes: [update(comment, fields)],
  }
}

export async function copyCommentLink(page: PageRow, { id }: PageCommentRow): Promise<void> {
  const { project_id } = paramsOf(page)
  await copyText(
    `${location.origin}${pagePath(project_id, page.id)}#comment-${id}`,
    t('pages.comments.linkCopied'),
  )
}

function of(page: PageRow, { id }: PageCommentRow) {
  return { ...paramsOf(page), comment_id: id }
}

function update({ id }: PageCommentRow, fields: LocalChange['fields']): LocalChange {
  return { entity: 'page_comments', id, op: 'update', fields }
}
