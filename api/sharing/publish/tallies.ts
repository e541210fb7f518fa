import { type RawBuilder, sql } from 'kysely'

/**
 * SQL that counts the reactions `r` by emoji, in the order of first use, and states whether the user `me` has
 * reacted.
 */
export function reactionsSql(which: RawBuilder<unknown>, me: string | null): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(
      jsonb_build_object('reaction', t.reaction, 'count', t.count, 'is_own', t.is_own) order by t.first, t.reaction), '[]')
    from (
      select r.reaction, count(*)::int as count, coalesce(bool_or(r.actor = ${me}::uuid), false) as is_own, min(r.created_at) as first
      from reactions r where ${which} group by r.reaction
    ) t)`
}

/** SQL that counts the votes `v` for and against, and adds the vote of the user `me`. */
export function votesSql(which: RawBuilder<unknown>, me: string | null): RawBuilder<unknown> {
  return sql`(select jsonb_build_object(
      'up', count(*) filter (where v.vote = 1), 'down', count(*) filter (where v.vote = -1),
      'own', coalesce(max(v.vote) filter (where v.actor = ${me}::uuid), 0))
    from votes v where ${which})`
}
