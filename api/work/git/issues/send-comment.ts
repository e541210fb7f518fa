import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import type { Job, JobPorts } from '../../../platform/context/job.ts'
import { ExternalServerError } from '../../../platform/context/job.ts'
import { query } from '../../../platform/db/orm.ts'
import type { GitConnectionRow } from '../entity.ts'
import { createForgeIssueApi } from '../forges/issue-api.ts'
import { GitIssueCommentEntity, type GitIssueCommentRow, type GitIssueRow } from './entity.ts'
import { createCommentMarker, fieldHash, parseCommentMarker } from './hash.ts'
import { findSyncedItem } from './items.ts'
import { documentJsonToMarkdown, nameInMarkdown } from './markdown.ts'
import { planAsConnectionCreator, runWithLockedGitIssue, sendOrRecordFailure } from './send.ts'

interface SendComment {
  git_issue_id: string
  connection_id: string
  comment_id: string
}

/**
 * Creates, updates or deletes the comment on the forge. Before the first request, a row without `forge_id` is
 * stored. A job that finds such a row first searches the forge for the marker of the comment. This avoids a
 * duplicate comment if the process crashed after the request.
 */
export const sendGitComment: Job<SendComment> = {
  name: 'send-git-comment',
  retries: 8,
  retryAfter: [5, 3600],
  endsWithin: 60,
  groupOf: ({ connection_id }) => connection_id,
  async run({ git_issue_id, comment_id }, ports) {
    const plan = await planAsConnectionCreator(ports, git_issue_id, (em, connection, issue) =>
      planComment(em, connection, issue, comment_id),
    )
    if (plan === null) return
    const sent = await sendOrRecordFailure(
      ports,
      git_issue_id,
      () => send(ports, plan),
      (em) => forgetAttempt(em, plan),
    )
    if (sent !== null)
      await runWithLockedGitIssue(ports, git_issue_id, (em, _, issue) => record(em, issue, plan, sent.value))
  },
}

interface PlannedComment {
  connection: GitConnectionRow
  number: number
  link_id: string
  comment_id: string
  /** Time at which the first attempt began. */
  created_at: Date
  /** Id of the comment on the forge, or null if it is not known to exist there. */
  forge_id: string | null
  /** True if an earlier attempt may have reached the forge. */
  wasTried: boolean
  /** Text to send, or null for a deleted comment. */
  body: string | null
  item_hash: string
}

/**
 * Milliseconds after which an attempt without a response counts as failed. This time must be longer than
 * `endsWithin`.
 */
const attemptMs = 90_000

async function planComment(
  em: EntityManager,
  connection: GitConnectionRow,
  issue: GitIssueRow,
  comment_id: string,
): Promise<PlannedComment | null> {
  const link = await em.findOne(GitIssueCommentEntity, { git_issue_id: issue.id, comment_id })
  const comment = await query(em)
    .selectFrom('work_item_comments as c')
    .leftJoin('users as u', 'u.id', 'c.actor')
    .select([
      'c.workspace_id',
      'c.comment_html',
      'c.comment_json',
      'c.removed_at',
      'c.access',
      'u.display_name',
    ])
    .where('c.id', '=', comment_id)
    .where('c.issue_id', '=', issue.issue_id)
    .executeTakeFirst()
  // Treat internal comments like deleted comments, because everybody who can read the repository could read
  // them.
  const isGone = comment === undefined || comment.removed_at !== null || comment.access === 'INTERNAL'
  // Do not send comments that were imported from the forge, because only users of the forge edit them.
  if (link?.is_from_forge || (isGone && link === null)) return null
  if ((await findSyncedItem(em, connection, issue.issue_id)) === null) return null
  const item_hash = isGone ? '' : fieldHash(comment.comment_html)
  if (link !== null && link.item_hash === item_hash && link.forge_id !== null) return null
  const body = isGone ? null : await bodyOf(em, comment_id, comment)
  const row = link ?? createLink(em, issue, comment_id)
  const wasTried = link !== null && link.forge_id === null
  if (wasTried && Date.now() - row.created_at.getTime() < attemptMs && link.item_hash === sendingHash)
    throw new ExternalServerError('The comment is being sent.')
  em.assign(row, { item_hash: row.forge_id === null ? sendingHash : row.item_hash })
  await em.flush()
  const { forge_id, id: link_id } = row
  const { created_at } = row
  return {
    ...{ connection, number: issue.number, link_id, comment_id, created_at },
    ...{ forge_id, wasTried, body, item_hash },
  }
}

/** Value of `item_hash` while the first request for a comment is in progress. */
const sendingHash = 'sending'

function createLink(em: EntityManager, issue: GitIssueRow, comment_id: string): GitIssueCommentRow {
  return em.create(GitIssueCommentEntity, {
    id: newId(),
    git_issue_id: issue.id,
    comment_id,
    forge_id: null,
    is_from_forge: false,
    forge_hash: '',
    item_hash: '',
    changed_at: null,
    deleted_at: null,
    created_at: new Date(),
  })
}

async function bodyOf(
  em: EntityManager,
  commentId: string,
  comment: { workspace_id: string; comment_json: unknown; display_name: string | null },
): Promise<string> {
  const text = await documentJsonToMarkdown(em, comment.workspace_id, comment.comment_json)
  return `**${nameInMarkdown(comment.display_name ?? '…')}**\n\n${text}\n\n${createCommentMarker(commentId)}`
}

/** Sends the comment. Returns its id on the forge, or null if it no longer exists there. */
async function send(ports: JobPorts, plan: PlannedComment): Promise<string | null> {
  const { connection, number, comment_id, body, wasTried } = plan
  const api = createForgeIssueApi(ports, connection)
  const forge_id =
    plan.forge_id ??
    (wasTried
      ? ((await api.listComments(number, plan.created_at)).find(
          (one) => parseCommentMarker(one.body) === comment_id,
        )?.id ?? null)
      : null)
  if (body === null) {
    if (forge_id !== null) await api.deleteComment(number, forge_id)
    return null
  }
  if (forge_id === null) return api.addComment(number, body)
  await api.updateComment(number, forge_id, body)
  return forge_id
}

/**
 * Marks the attempt as finished after a response or a timeout, so that the next attempt can start
 * immediately.
 */
async function forgetAttempt(em: EntityManager, { link_id, forge_id }: PlannedComment): Promise<void> {
  const link = await em.findOne(GitIssueCommentEntity, { id: link_id })
  if (link !== null && forge_id === null) em.assign(link, { item_hash: '' })
}

async function record(
  em: EntityManager,
  issue: GitIssueRow,
  { link_id, item_hash, body }: PlannedComment,
  forge_id: string | null,
): Promise<null> {
  const link = await em.findOne(GitIssueCommentEntity, { id: link_id })
  em.assign(issue, { error: null, synced_at: new Date() })
  if (link !== null && body === null) em.remove(link)
  else if (link !== null) em.assign(link, { forge_id, item_hash, forge_hash: fieldHash(body ?? '') })
  await em.flush()
  return null
}
