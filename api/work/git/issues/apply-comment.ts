import type { EntityManager } from '@mikro-orm/postgresql'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { newId } from '#common/platform/ids.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { itemCommentCommands } from '../../comments/commands.ts'
import { findGitActor, type GitActor } from '../actor.ts'
import type { GitConnectionRow } from '../entity.ts'
import { withAuthor } from './context.ts'
import { GitIssueCommentEntity, type GitIssueCommentRow, GitIssueEntity, type GitIssueRow } from './entity.ts'
import { fieldHash, parseCommentMarker } from './hash.ts'
import { findSyncedItem } from './items.ts'
import { forgeMarkdownToHtml } from './markdown.ts'
import type { GitCommentUpdate } from './sanitize-update.ts'

/**
 * Applies a comment from the forge to the work item. Ignores comments that contain Tandem's marker, because
 * their text is edited only in Tandem. Returns true if a comment of the work item changed.
 */
export async function applyGitCommentUpdate(
  ctx: ProjectContext,
  connection: GitConnectionRow,
  fact: GitCommentUpdate,
): Promise<boolean> {
  const { em } = ctx
  const issue = await em.findOne(GitIssueEntity, {
    connection_id: connection.id,
    number: Number(fact.issue_key),
  })
  if (issue === null || parseCommentMarker(fact.body) !== null) return false
  if ((await findSyncedItem(em, connection, issue.issue_id)) === null) return false
  const link = await em.findOne(GitIssueCommentEntity, { git_issue_id: issue.id, forge_id: fact.key })
  if (link !== null && (!link.is_from_forge || isStale(link, fact))) return false
  if (fact.is_deleted) return applyDeletion(ctx, issue, link, fact)
  return link === null
    ? createFromForge(ctx, connection, issue, fact)
    : updateFromForge(ctx, connection, issue, link, fact)
}

/**
 * Returns true for an event that arrives after a newer event of the comment. A signed event can also be
 * replayed under another delivery id. A deletion is applied even if it arrives late. After a deletion, every
 * event is stale, because forges do not reuse ids.
 */
function isStale({ deleted_at, changed_at }: GitIssueCommentRow, fact: GitCommentUpdate): boolean {
  if (deleted_at !== null) return true
  const time = timeOf(fact)
  return !fact.is_deleted && changed_at !== null && time !== null && time < changed_at
}

async function applyDeletion(
  ctx: ProjectContext,
  issue: GitIssueRow,
  link: GitIssueCommentRow | null,
  fact: GitCommentUpdate,
): Promise<boolean> {
  const { em } = ctx
  em.assign(link ?? createLink(em, issue, fact, null), { deleted_at: new Date() })
  await em.flush()
  const comment_id = link?.comment_id ?? null
  const author = comment_id === null ? null : await findAuthor(em, comment_id)
  if (comment_id === null || author === null) return false
  await itemCommentCommands.remove(withAuthor(ctx, author), issue.issue_id, comment_id)
  return true
}

async function createFromForge(
  ctx: ProjectContext,
  connection: GitConnectionRow,
  issue: GitIssueRow,
  fact: GitCommentUpdate,
): Promise<boolean> {
  const comment_id = newId()
  const comment_html = await htmlOfComment(ctx, connection, fact)
  // Use the author of the comment instead of the sender of the event. They differ if somebody edits another person's
  // comment before Tandem has stored this comment.
  const author = await findGitActor(ctx.em, connection, fact.author_id)
  await itemCommentCommands.create(withAuthor(ctx, author), issue.issue_id, { id: comment_id, comment_html })
  createLink(ctx.em, issue, fact, comment_id)
  await ctx.em.flush()
  return true
}

async function updateFromForge(
  ctx: ProjectContext,
  connection: GitConnectionRow,
  { issue_id }: GitIssueRow,
  link: GitIssueCommentRow,
  fact: GitCommentUpdate,
): Promise<boolean> {
  const { em } = ctx
  const { comment_id, forge_hash: before } = link
  const forge_hash = fieldHash(fact.body)
  em.assign(link, { forge_hash, changed_at: timeOf(fact) ?? link.changed_at })
  await em.flush()
  // Ignore the change if the comment was deleted in Tandem.
  const author = comment_id === null ? null : await findAuthor(em, comment_id)
  if (before === forge_hash || comment_id === null || author === null) return false
  const comment_html = await htmlOfComment(ctx, connection, fact)
  await itemCommentCommands.update(withAuthor(ctx, author), issue_id, comment_id, { comment_html })
  return true
}

function createLink(
  em: EntityManager,
  issue: GitIssueRow,
  fact: GitCommentUpdate,
  comment_id: string | null,
): GitIssueCommentRow {
  return em.create(GitIssueCommentEntity, {
    id: newId(),
    git_issue_id: issue.id,
    comment_id,
    forge_id: fact.key,
    is_from_forge: true,
    forge_hash: fieldHash(fact.body),
    item_hash: '',
    changed_at: timeOf(fact),
    deleted_at: null,
  })
}

/**
 * Returns the time of the change on the forge. Returns null if the forge does not send the time, or for deliveries of
 * earlier versions of Tandem.
 */
function timeOf({ changed_at }: Partial<GitCommentUpdate>): Date | null {
  return changed_at ? new Date(changed_at) : null
}

/**
 * Returns the author of a comment, who may change it. Returns null if the comment was deleted. The author may be the
 * admin who connected the repository, if an earlier version of Tandem stored the comment.
 */
async function findAuthor(em: EntityManager, commentId: string): Promise<GitActor | null> {
  const author = await query(em)
    .selectFrom('work_item_comments as c')
    .innerJoin('users as u', 'u.id', 'c.actor')
    .select(['u.id', 'u.email'])
    .where('c.id', '=', commentId)
    .where('c.removed_at', 'is', null)
    .executeTakeFirst()
  return author ?? null
}

/** Puts the author's name on the forge before the text, because the author may have no account in Tandem. */
async function htmlOfComment(
  ctx: ProjectContext,
  { repository }: GitConnectionRow,
  { author, body }: GitCommentUpdate,
): Promise<string> {
  const html = await forgeMarkdownToHtml(body, ctx.user.id)
  return `<p><strong>${escapeHtml(author ?? '…')}</strong> · ${escapeHtml(repository)}</p>${html}`
}
