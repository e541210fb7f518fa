import { type RawBuilder, sql } from 'kysely'
import {
  type PublicReactionRow,
  type PublicVoteRow,
  publicReactionRow,
  publicVoteRow,
} from '#common/sharing/publish/schema.ts'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { maxFeedbackRows } from './tallies.ts'

/**
 * Returns the reactions (table `r`) that match `which`, oldest first. Only the caller's own rows contain the
 * author.
 */
export async function loadPublicReactions(
  ctx: Context,
  which: RawBuilder<unknown>,
): Promise<PublicReactionRow[]> {
  const rows = await feedbackRows<PublicReactionRow>(
    ctx,
    sql`select r.*, r.comment_id as comment from reactions r where ${which}`,
  )
  return rows.map((row) => presentRow(publicReactionRow, row))
}

/** Returns the votes on an item, oldest first. Only the caller's own row contains the author. */
export async function loadPublicVotes(ctx: Context, issueId: string): Promise<PublicVoteRow[]> {
  const rows = await feedbackRows<PublicVoteRow>(
    ctx,
    sql`select v.* from votes v where v.issue_id = ${issueId}`,
  )
  return rows.map((row) => presentRow(publicVoteRow, { ...row, actor_detail: row.actor_details }))
}

/** Returns at most `maxFeedbackRows` reactions or votes. Those of the caller are always among them. */
async function feedbackRows<Row>({ em, user }: Context, among: RawBuilder<unknown>): Promise<Row[]> {
  const me = user?.id ?? null
  const { rows } = await sql<Row & { actor: string | null }>`
    select t.*, t.issue_id as issue, t.project_id as project, t.workspace_id as workspace,
      case when t.actor = ${me}::uuid then t.actor end as actor
    from (select * from (${among}) f order by (f.actor = ${me}::uuid) desc nulls last, f.created_at, f.id
      limit ${maxFeedbackRows}) t
    order by t.created_at, t.id`.execute(query(em))
  return rows.map((row) => ({ ...row, actor_details: { id: row.actor, display_name: '' } }))
}
