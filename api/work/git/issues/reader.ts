import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type EntityName, entities } from '#common/entities.ts'
import { query } from '../../../platform/db/orm.ts'
import type { ChangeHandlerPorts, FeedChange, FeedReader } from '../../../platform/feed/reader.ts'
import { sendGitIssue } from './send.ts'
import { sendGitComment } from './send-comment.ts'

const followed: readonly string[] = ['work_items', 'work_item_comments']

/**
 * Enqueues a job for each changed item and comment of a synchronized issue. Each job detects the changed
 * fields.
 */
export const gitIssuesReader: FeedReader = {
  name: 'git-issues',
  begins: 'now',
  ignores: Object.keys(entities).filter((name): name is EntityName => !followed.includes(name)),
  handle: follow,
}

async function follow(
  em: EntityManager,
  workspaceId: string,
  changes: FeedChange[],
  { enqueue }: ChangeHandlerPorts,
): Promise<void> {
  const changed = (entity: string) => [
    ...new Set(changes.filter((change) => change.entity === entity).map(({ id }) => id)),
  ]
  for (const row of await issuesOf(em, workspaceId, changed('work_items')))
    await enqueue(em, sendGitIssue, row)
  for (const row of await commentsOf(em, workspaceId, changed('work_item_comments')))
    await enqueue(em, sendGitComment, row)
}

async function issuesOf(em: EntityManager, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return query(em)
    .selectFrom('git_issues as g')
    .innerJoin('git_connections as n', 'n.id', 'g.connection_id')
    .select(['g.id as git_issue_id', 'g.connection_id'])
    .where('n.workspace_id', '=', workspaceId)
    .where('n.sync_issues', '=', true)
    .where('n.sync_direction', '<>', 'from_forge')
    .where(sql<boolean>`g.issue_id = any(${ids}::uuid[])`)
    .execute()
}

async function commentsOf(em: EntityManager, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return query(em)
    .selectFrom('work_item_comments as c')
    .innerJoin('git_issues as g', 'g.issue_id', 'c.issue_id')
    .innerJoin('git_connections as n', 'n.id', 'g.connection_id')
    .select(['g.id as git_issue_id', 'g.connection_id', 'c.id as comment_id'])
    .where('n.workspace_id', '=', workspaceId)
    .where('n.sync_issues', '=', true)
    .where('n.sync_direction', '<>', 'from_forge')
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .execute()
}
