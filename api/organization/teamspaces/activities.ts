import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { TeamActivity, TeamActivityKind } from '#common/organization/teamspaces/activities.ts'
import { teamActivity } from '#common/organization/teamspaces/activities.ts'
import { teamspaceRejoinHours } from '#common/organization/teamspaces/rules.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { TeamActivityEntity, type Teamspace } from './entity.ts'
import { getTeamspace } from './queries.ts'

type Recorded = Pick<Teamspace, 'id' | 'workspace_id'>
interface NewActivity extends Partial<Pick<TeamActivity, 'person_id' | 'project_id' | 'view_id'>> {
  kind: TeamActivityKind
  old_value?: string | null
  new_value?: string | null
}

/** The fields of a teamspace whose changes are recorded. */
export type TeamSnapshot = Pick<
  Teamspace,
  'name' | 'description' | 'logo_props' | 'access' | 'lead_id' | 'member_ids' | 'project_ids' | 'deleted_at'
>

export function createTeamSnapshot(team: Teamspace): TeamSnapshot {
  const { name, description, logo_props, access, lead_id, member_ids, project_ids, deleted_at } = team
  return { name, description, logo_props, access, lead_id, member_ids, project_ids, deleted_at }
}

/** Records how a teamspace differs from the snapshot. `before` is null for a new teamspace. */
export function recordTeamChange(
  em: EntityManager,
  team: Teamspace,
  before: TeamSnapshot | null,
  actorId: string,
): void {
  const changes: NewActivity[] =
    before === null ? [{ kind: 'created', new_value: team.name }] : differences(before, team)
  recordTeamActivities(em, team, changes, actorId)
}

export function recordTeamActivities(
  em: EntityManager,
  team: Recorded,
  changes: readonly NewActivity[],
  actorId: string,
): void {
  for (const change of changes)
    em.create(TeamActivityEntity, {
      ...{ person_id: null, project_id: null, view_id: null, old_value: null, new_value: null },
      ...change,
      id: newId(),
      workspace_id: team.workspace_id,
      teamspace_id: team.id,
      actor_id: actorId,
      created_at: new Date(),
    })
}

/** Records that a user left the teamspace because the user's membership in the workspace ended. */
export function recordTeamDeparture(
  em: EntityManager,
  team: Recorded,
  personId: string,
  actorId: string,
): void {
  recordTeamActivities(em, team, [{ kind: 'member_departed', person_id: personId }], actorId)
}

function differences(before: TeamSnapshot, team: Teamspace): NewActivity[] {
  const { name, description, logo_props, access, deleted_at } = team
  return [
    ...when(before.name !== name, { kind: 'renamed', old_value: before.name, new_value: name }),
    ...when(before.description !== description, { kind: 'description_changed' }),
    ...when(JSON.stringify(before.logo_props) !== JSON.stringify(logo_props), { kind: 'logo_changed' }),
    ...when(before.access !== access, { kind: access === 0 ? 'made_private' : 'made_public' }),
    ...memberDifferences(before, team),
    ...added(before.project_ids, team.project_ids).map((project_id) => ({
      kind: 'project_added' as const,
      project_id,
    })),
    ...added(team.project_ids, before.project_ids).map((project_id) => ({
      kind: 'project_removed' as const,
      project_id,
    })),
    ...when((before.deleted_at === null) !== (deleted_at === null), {
      kind: deleted_at === null ? 'restored' : 'deleted',
    }),
  ]
}

/**
 * Returns the entries about members and the lead. If the lead leaves the teamspace and gets no successor,
 * there is only the entry `member_removed`. Its `old_value` is the id of the lead.
 */
function memberDifferences(before: TeamSnapshot, team: Teamspace): NewActivity[] {
  const gone = added(team.member_ids, before.member_ids)
  const leadLeft = before.lead_id !== null && gone.includes(before.lead_id)
  const leadChanged = team.lead_id !== before.lead_id && !(leadLeft && team.lead_id === null)
  return [
    ...added(before.member_ids, team.member_ids).map((person_id) => ({
      kind: 'member_added' as const,
      person_id,
    })),
    ...gone.map((person_id) => ({
      kind: 'member_removed' as const,
      person_id,
      old_value: person_id === before.lead_id ? person_id : null,
    })),
    ...when(leadChanged, { kind: 'lead_changed', person_id: team.lead_id, old_value: before.lead_id }),
  ]
}

function when(isChanged: boolean, change: NewActivity): NewActivity[] {
  return isChanged ? [change] : []
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((one) => !before.includes(one))
}

/**
 * Returns null unless the user left the teamspace on their own and so recently that they may undo it.
 * `wasLead` is true if the user was the lead. Only the latest entry about the user counts.
 */
export async function findRecentTeamLeave(
  { em, user }: WorkspaceContext,
  teamspaceId: string,
): Promise<{ wasLead: boolean } | null> {
  const last = await query(em)
    .selectFrom('teamspace_activities')
    .select(['kind', 'actor_id', 'old_value', sql<boolean>`created_at > ${leaveLimit()}`.as('is_recent')])
    .where('teamspace_id', '=', teamspaceId)
    .where('person_id', '=', user.id)
    .where('kind', 'in', ['member_added', 'member_removed', 'member_departed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last === undefined || !last.is_recent) return null
  if (last.kind !== 'member_removed' || last.actor_id !== user.id) return null
  return { wasLead: last.old_value === user.id }
}

function leaveLimit(): Date {
  return new Date(Date.now() - teamspaceRejoinHours * 3_600_000)
}

export async function listTeamActivities(
  ctx: WorkspaceContext,
  id: string,
  { per_page, cursor }: { per_page: number; cursor?: string | undefined },
): Promise<{ results: TeamActivity[]; next_cursor: string | null }> {
  await getTeamspace(ctx, id)
  const rows = await query(ctx.em)
    .selectFrom('teamspace_activities')
    .selectAll()
    .where('teamspace_id', '=', id)
    // Leave out entries about views that are now private. The entries contain the view's name, which only its
    // owner may read.
    .where(
      sql<boolean>`not exists (select from views v where v.id = teamspace_activities.view_id and v.access = 0
        and v.owned_by <> ${ctx.user.id})`,
    )
    .$if(cursor !== undefined, (all) =>
      all.where(
        sql<boolean>`(created_at, id) <
          (select created_at, id from teamspace_activities where id = ${cursor} and teamspace_id = ${id})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(per_page + 1)
    .execute()
  const page = rows.slice(0, per_page)
  return {
    results: page.map((row) => presentRow(teamActivity, row)),
    next_cursor: rows.length > per_page ? (page.at(-1)?.id ?? null) : null,
  }
}
