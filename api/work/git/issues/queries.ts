import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { maxListedGitIssues } from '#common/work/git/rules.ts'
import { type GitIssue, gitIssue } from '#common/work/git/schema.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { presentRow } from '../../../platform/db/present.ts'
import { loadGitConnection } from '../queries.ts'
import { sendGitIssue } from './send.ts'
import { sendGitComment } from './send-comment.ts'

export async function listGitIssues(ctx: ProjectContext, connectionId: string): Promise<GitIssue[]> {
  const { id } = await loadGitConnection(ctx, connectionId)
  const rows = await issues(ctx)
    .where('g.connection_id', '=', id)
    .orderBy(sql`g.error is null`)
    .orderBy('g.synced_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(maxListedGitIssues)
    .execute()
  return rows.map((row) => presentRow(gitIssue, row))
}

/** Sends the item and its comments to the forge again. The jobs send only the fields that differ. */
export async function retryGitIssue(
  ctx: ProjectContext,
  connectionId: string,
  id: string,
): Promise<GitIssue> {
  const { id: connection_id } = await loadGitConnection(ctx, connectionId)
  const row = await issues(ctx)
    .where('g.connection_id', '=', connection_id)
    .where('g.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('Issue not found')
  await ctx.jobs.enqueue(ctx.em, sendGitIssue, { git_issue_id: id, connection_id })
  const unsent = await query(ctx.em)
    .selectFrom('work_item_comments as c')
    .leftJoin('git_issue_comments as l', (join) =>
      join.onRef('l.comment_id', '=', 'c.id').on('l.git_issue_id', '=', id),
    )
    .select('c.id')
    .where('c.issue_id', '=', row.issue_id)
    .where('c.created_at', '>', row.created_at)
    .where(sql<boolean>`l.is_from_forge is distinct from true`)
    .execute()
  for (const { id: comment_id } of unsent)
    await ctx.jobs.enqueue(ctx.em, sendGitComment, { git_issue_id: id, connection_id, comment_id })
  return presentRow(gitIssue, row)
}

function issues({ em }: ProjectContext) {
  return query(em)
    .selectFrom('git_issues as g')
    .innerJoin('work_items as i', 'i.id', 'g.issue_id')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .select(['g.id', 'g.connection_id', 'g.issue_id', 'g.number', 'g.url', 'g.error', 'g.synced_at'])
    .select(['g.created_at', sql<string>`p.identifier || '-' || i.sequence_id`.as('key')])
}
