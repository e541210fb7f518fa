import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { type PublicBoard, publicCommentsCondition } from './board.ts'
import { reactionAuthorsSql, reactionCountsSql, voteAuthorsSql, voteCountsSql } from './tallies.ts'

/**
 * SQL for the columns of a public row, from work item `i` and its project `p`. On the board of a view, the
 * columns for people, cycles and modules are empty.
 */
export function boardItemColumnsSql(
  { user }: Pick<Context, 'user'>,
  board: PublicBoard,
): RawBuilder<unknown> {
  const me = user?.id ?? null
  const isProject = board.view === null
  const reacted = sql`r.issue_id = i.id and r.comment_id is null`
  const voted = sql`v.issue_id = i.id`
  return sql`i.id, p.identifier || '-' || i.sequence_id as key, i.sequence_id, i.name, i.state_id, i.priority,
    i.label_ids, i.start_date::text, i.target_date::text, i.project_id, i.sort_order, i.completed_at, i.state__group,
    i.sub_issues_count, i.created_at, i.updated_at, i.attachment_count, i.link_count,
    i.git_state,
    case when ${isProject} then i.estimate_point end as estimate_point,
    case when ${isProject} then i.cycle_id end as cycle_id,
    case when ${isProject} then i.module_ids else '{}'::uuid[] end as module_ids,
    case when ${isProject} then i.assignee_ids else '{}'::uuid[] end as assignee_ids,
    case when ${isProject} then (
      select q.id from work_items q where q.id = i.parent_id and q.project_id = i.project_id and q.deleted_at is null
        and q.archived_at is null and not q.is_draft and not q.is_epic and q.state__group <> 'triage') end as parent_id,
    null::uuid as created_by, false as is_draft, null::timestamptz as archived_at,
    case when ${board.is_comments_enabled} then (
      select count(*)::int from work_item_comments c where c.issue_id = i.id and ${publicCommentsCondition}) end as comment_count,
    case when ${board.is_reactions_enabled} then ${reactionCountsSql(reacted, me)} end as reactions,
    case when ${board.is_votes_enabled} then ${voteCountsSql(voted, me)} end as votes,
    case when ${board.is_reactions_enabled} then ${reactionAuthorsSql(reacted, me)} else '[]'::jsonb end as reaction_items,
    case when ${board.is_votes_enabled} then ${voteAuthorsSql(voted, me)} else '[]'::jsonb end as vote_items`
}
