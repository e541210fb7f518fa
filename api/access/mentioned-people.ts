import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../platform/db/orm.ts'

/** Maximum number of people whom one text mentions, including the members of mentioned teams. */
export const mentionedPeopleLimit = 1000

/** Maximum number of people and teams that one text mentions by name. */
const namedLimit = 50

/**
 * Returns the people whom a text mentions: the named users, and then the members of the named teamspaces. A
 * user who is named and in a team appears once. Deleted teamspaces and teamspaces of other workspaces are
 * ignored.
 */
export async function expandTeamMentions(
  em: EntityManager,
  workspaceId: string,
  mentionIds: readonly string[],
): Promise<string[]> {
  const named = mentionIds.slice(0, namedLimit)
  if (named.length === 0) return []
  const teams = await query(em)
    .selectFrom('teamspaces')
    .select(['id', 'member_ids'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${named}::uuid[])`)
    .execute()
  const membersOf = new Map(teams.map(({ id, member_ids }) => [id, member_ids]))
  const people = named.filter((id) => !membersOf.has(id))
  const members = named.flatMap((id) => membersOf.get(id) ?? [])
  return [...new Set([...people, ...members])].slice(0, mentionedPeopleLimit)
}
