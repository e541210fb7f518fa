import { type ReactionAnswer, reactionAnswer } from '#common/reactions/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { whereItIs } from '../work-items/moved-on.ts'

/** What is reacted to: an item, or a comment on it. */
export interface Target {
  issue_id: string
  comment_id: string | null
}

export function listReactions(ctx: ProjectContext, id: string): Promise<ReactionAnswer[]> {
  return whereItIs(ctx, id, async (there) => {
    await loadWorkItem(there, id)
    return reactionsTo(there, { issue_id: id, comment_id: null })
  })
}

/** To something that the caller sees, the oldest first. */
export async function reactionsTo(
  { em }: WorkspaceContext,
  { issue_id, comment_id }: Target,
): Promise<ReactionAnswer[]> {
  const rows = await query(em)
    .selectFrom('reactions as r')
    .innerJoin('users as u', 'u.id', 'r.actor')
    .selectAll('r')
    .select('u.display_name')
    .where('r.issue_id', '=', issue_id)
    .where('r.comment_id', comment_id === null ? 'is' : '=', comment_id)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => present(reactionAnswer, { ...row, issue: row.issue_id, comment: row.comment_id }))
}
