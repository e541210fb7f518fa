import type { EntityManager } from '@mikro-orm/postgresql'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { newId } from '#common/platform/ids.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { itemCommentCommands } from '../../comments/commands.ts'
import type { GitConnectionRow } from '../entity.ts'
import { GitIssueCommentEntity, GitIssueEntity } from './entity.ts'
import { fieldHash, parseCommentMarker } from './hash.ts'
import { findSyncedItem } from './items.ts'
import { forgeMarkdownToHtml } from './markdown.ts'
import type { GitCommentUpdate } from './sanitize-update.ts'

/**
 * Applies a comment from the forge to the work item. Ignores comments that contain Tandem's marker, because
 * their text is edited only in Tandem.
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
  const forge_hash = fieldHash(fact.body)
  if (fact.is_deleted) {
    if (link === null || !link.is_from_forge) return false
    em.remove(link)
    if (await isRemoved(em, link.comment_id)) return false
    await itemCommentCommands.remove(ctx, issue.issue_id, link.comment_id)
    return true
  }
  if (link !== null && (!link.is_from_forge || link.forge_hash === forge_hash)) return false
  // A comment that was deleted in Tandem stays deleted.
  if (link !== null && (await isRemoved(em, link.comment_id))) return false
  const comment_html = await htmlOfComment(ctx, connection, fact)
  if (link !== null) {
    await itemCommentCommands.update(ctx, issue.issue_id, link.comment_id, { comment_html })
    em.assign(link, { forge_hash })
    await em.flush()
    return true
  }
  const comment_id = newId()
  await itemCommentCommands.create(ctx, issue.issue_id, { id: comment_id, comment_html })
  em.create(GitIssueCommentEntity, {
    id: newId(),
    git_issue_id: issue.id,
    comment_id,
    forge_id: fact.key,
    is_from_forge: true,
    forge_hash,
    item_hash: '',
  })
  await em.flush()
  return true
}

async function isRemoved(em: EntityManager, commentId: string): Promise<boolean> {
  const stored = await query(em)
    .selectFrom('work_item_comments')
    .select('id')
    .where('id', '=', commentId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return stored === undefined
}

/** Put the author's name before the text, because the author has no account in Tandem. */
async function htmlOfComment(
  ctx: ProjectContext,
  { repository }: GitConnectionRow,
  { author, body }: GitCommentUpdate,
): Promise<string> {
  const html = await forgeMarkdownToHtml(body, ctx.user.id)
  return `<p><strong>${escapeHtml(author ?? '…')}</strong> · ${escapeHtml(repository)}</p>${html}`
}
