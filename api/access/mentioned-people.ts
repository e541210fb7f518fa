import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../platform/db/orm.ts'
import { activeWorkspaceMemberships } from './query.ts'
import { visibleTeamspacesSql } from './visible-teamspaces.ts'

/** Maximum number of people whom one text mentions, including the members of mentioned teams. */
export const mentionedPeopleLimit = 1000

/** Maximum number of people and teams that one text mentions by name. */
const namedLimit = 50

interface StoredMentions {
  workspace_id: string
  /** The users who wrote the text. */
  writer_ids: readonly string[]
  /** The ids of users and teamspaces in the text. */
  named: readonly string[]
  /** The column `mention_ids` before the text changes. */
  before: readonly string[]
}

interface TeamMentions {
  /**
   * The users whom the text names, and then the members of the public teamspaces that the text names. Each user
   * occurs once.
   */
  people: string[]
  /** The private teamspaces that the text names. */
  team_ids: string[]
}

/**
 * Splits the mentions of a text into users and private teamspaces. The result is stored in `mention_ids`,
 * which everyone who can read the text receives. It therefore contains the ids of private teamspaces and not
 * their members. Notifications replace a private teamspace by its members. A teamspace that no writer can see
 * is ignored, unless the text mentioned it before.
 */
export async function expandTeamMentions(
  em: EntityManager,
  { workspace_id, writer_ids, named: ids, before }: StoredMentions,
): Promise<TeamMentions> {
  const named = ids.slice(0, namedLimit)
  if (named.length === 0) return { people: [], team_ids: [] }
  const { rows: teams } = await sql<{
    id: string
    access: number
    member_ids: string[]
    is_visible: boolean
  }>`
    select t.id, t.access, t.member_ids, ${await visibleToSomeSql(em, workspace_id, writer_ids)} as is_visible
    from teamspaces t
    where t.workspace_id = ${workspace_id} and t.deleted_at is null and t.id = any(${named}::uuid[])`.execute(
    query(em),
  )
  const byId = new Map(teams.map((team) => [team.id, team]))
  const people = named.filter((id) => !byId.has(id))
  const members = named.flatMap((id) => {
    const team = byId.get(id)
    if (team === undefined || team.access === 0) return []
    return team.is_visible ? team.member_ids : team.member_ids.filter((member) => before.includes(member))
  })
  const team_ids = named.filter((id) => {
    const team = byId.get(id)
    return team?.access === 0 && (team.is_visible || before.includes(id))
  })
  return { people: [...new Set([...people, ...members])].slice(0, mentionedPeopleLimit), team_ids }
}

/** Returns an SQL condition that is true for the teamspaces `t` that at least one of the users sees. */
async function visibleToSomeSql(em: EntityManager, workspaceId: string, userIds: readonly string[]) {
  const members = await query(em)
    .selectFrom(activeWorkspaceMemberships)
    .select(['user_id', 'workspace_role'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute()
  const conditions = members.map(({ user_id, workspace_role }) =>
    visibleTeamspacesSql(
      { user: { id: user_id }, workspace: { id: workspaceId, role: workspace_role } },
      't',
    ),
  )
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/**
 * Returns the members of teamspaces as a map by teamspace id. Ids in `ids` that do not belong to a teamspace are
 * ignored.
 */
export async function membersOfMentionedTeams(
  em: EntityManager,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const teams = await query(em)
    .selectFrom('teamspaces')
    .select(['id', 'member_ids'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(teams.map(({ id, member_ids }) => [id, member_ids]))
}
