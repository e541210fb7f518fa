import { type RawBuilder, sql } from 'kysely'

/**
 * SQL that counts the reactions `r` by emoji, in the order of first use, and states whether the user `me` has
 * reacted.
 */
export function reactionCountsSql(which: RawBuilder<unknown>, me: string | null): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(
      jsonb_build_object('reaction', t.reaction, 'count', t.count, 'is_own', t.is_own) order by t.first, t.reaction), '[]')
    from (
      select r.reaction, count(*)::int as count, coalesce(bool_or(r.actor = ${me}::uuid), false) as is_own, min(r.created_at) as first
      from reactions r where ${which} group by r.reaction
    ) t)`
}

/** SQL that counts the votes `v` for and against, and adds the vote of the user `me`. */
export function voteCountsSql(which: RawBuilder<unknown>, me: string | null): RawBuilder<unknown> {
  return sql`(select jsonb_build_object(
      'up', count(*) filter (where v.vote = 1), 'down', count(*) filter (where v.vote = -1),
      'own', coalesce(max(v.vote) filter (where v.actor = ${me}::uuid), 0))
    from votes v where ${which})`
}

/** Maximum number of votes, and of reactions, of one item that are returned as rows. */
export const maxFeedbackRows = 200

/**
 * Returns SQL for a JSON list of reactions. `which` is a condition on their table, which has the alias `r`.
 * Only the row of the user `me` names its author, so that visitors do not learn who has reacted.
 */
export function reactionAuthorsSql(which: RawBuilder<unknown>, me: string | null): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(
      jsonb_build_object('reaction', t.reaction, 'actor_details', ${authorSql(me)}) order by t.created_at, t.id), '[]')
    from (select r.id, r.actor, r.reaction, r.created_at from reactions r where ${which}
      order by (r.actor = ${me}::uuid) desc nulls last, r.created_at, r.id limit ${maxFeedbackRows}) t)`
}

/**
 * Returns SQL for a JSON list of votes. `which` is a condition on their table, which has the alias `v`. Only
 * the row of the user `me` names its author, so that visitors do not learn who has voted.
 */
export function voteAuthorsSql(which: RawBuilder<unknown>, me: string | null): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(
      jsonb_build_object('vote', t.vote, 'actor_details', ${authorSql(me)}) order by t.created_at, t.id), '[]')
    from (select v.id, v.actor, v.vote, v.created_at from votes v where ${which}
      order by (v.actor = ${me}::uuid) desc nulls last, v.created_at, v.id limit ${maxFeedbackRows}) t)`
}

function authorSql(me: string | null): RawBuilder<unknown> {
  return sql`jsonb_build_object('id', case when t.actor = ${me}::uuid then t.actor end, 'display_name', '')`
}
