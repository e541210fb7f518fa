import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { teamspaceCalls } from '#common/organization/teamspaces/calls.ts'
import {
  canManageTeamspace,
  canSeeTeamspace,
  teamspaceMembersLimit,
  teamspacesLimit,
} from '#common/organization/teamspaces/rules.ts'
import type { TeamspaceResponse } from '#common/organization/teamspaces/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { accessibleProjects } from '../../access/access.ts'
import { lockWorkspaceAccess } from '../../access/lock-memberships.ts'
import { selectWorkspaceMemberIds } from '../../access/people.ts'
import { isServiceAccount } from '../../identity/users/service-accounts.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { defineEvent, emitEvent, listenTo } from '../../platform/db/events.ts'
import { firstAndLastPosition, lockListOrder, respaceRows } from '../../platform/db/order.ts'
import { workspaceMembershipEnded } from '../workspaces/membership.ts'
import {
  createTeamSnapshot,
  findRecentTeamLeave,
  recordTeamChange,
  recordTeamDeparture,
  type TeamSnapshot,
} from './activities.ts'
import { type Teamspace, TeamspaceEntity } from './entity.ts'
import {
  presentTeamspace,
  selectWorkspaceTeamspaces,
  teamspaceActor,
  teamspaceNotFoundError,
} from './queries.ts'

type Calls = typeof teamspaceCalls
type Change = BodyOf<Calls['updateTeamspace']>

/** Emitted when a change may affect who can see a teamspace. `member_ids` is null if the teamspace is public. */
export const teamspaceSaved = defineEvent<{ teamspace_id: string; member_ids: string[] | null }>(
  'teamspace saved',
)

export async function createTeamspace(
  unlockedContext: WorkspaceContext,
  { id = newId(), ...input }: BodyOf<Calls['createTeamspace']>,
): Promise<TeamspaceResponse> {
  const ctx = await lockWorkspaceAccess(unlockedContext)
  const { em, user, workspace } = ctx
  const { count, end } = await lockTeamspaceList(ctx)
  refuseTooManyTeamspaces(count)
  const team = em.create(TeamspaceEntity, {
    description: '',
    access: 1,
    logo_props: {},
    sort_order: end,
    ...input,
    id,
    workspace_id: workspace.id,
    lead_id: user.id,
    member_ids: [user.id],
    project_ids: [],
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  const { member_ids, project_ids, lead_id = user.id } = input
  await setPeople(ctx, team, { lead_id, member_ids: [user.id, ...(member_ids ?? [])] })
  await setProjects(ctx, team, project_ids)
  return save(ctx, team, null)
}

export async function updateTeamspace(
  unlockedContext: WorkspaceContext,
  id: string,
  { added_member_ids, removed_member_ids, added_project_ids, removed_project_ids, ...sent }: Change,
): Promise<TeamspaceResponse> {
  // Lock the memberships if the lead or the members change. Otherwise, a person who is removed from the
  // workspace at the same time could stay in the teamspace.
  const isMembership = [sent.lead_id, sent.member_ids, added_member_ids, removed_member_ids].some(
    (value) => value !== undefined,
  )
  const ctx = isMembership ? await lockWorkspaceAccess(unlockedContext) : unlockedContext
  if (sent.sort_order !== undefined) await lockListOrder(ctx.em, `teamspaces of ${ctx.workspace.id}`)
  const team = await loadManaged(ctx, id)
  const before = createTeamSnapshot(team)
  const { lead_id, ...input } = sent
  const member_ids = changedList(sent.member_ids, team.member_ids, added_member_ids, removed_member_ids)
  const project_ids = changedList(sent.project_ids, team.project_ids, added_project_ids, removed_project_ids)
  ctx.em.assign(team, { ...input, member_ids: team.member_ids, project_ids: team.project_ids })
  await setPeople(ctx, team, { lead_id, member_ids })
  await setProjects(ctx, team, project_ids)
  if (input.sort_order !== undefined) {
    const all = await ctx.em.find(TeamspaceEntity, { workspace_id: ctx.workspace.id, deleted_at: null })
    respaceRows(all, team)
  }
  return save(ctx, team, before)
}

/** Returns the ids after a change, or undefined if they do not change. */
function changedList(
  sent: string[] | undefined,
  current: string[],
  added: string[] = [],
  removed: string[] = [],
): string[] | undefined {
  if (sent === undefined && added.length === 0 && removed.length === 0) return undefined
  return [...(sent ?? current), ...added].filter((id) => !removed.includes(id))
}

export async function deleteTeamspace(ctx: WorkspaceContext, id: string): Promise<undefined> {
  const team = await loadManaged(ctx, id)
  const before = createTeamSnapshot(team)
  team.deleted_at = new Date()
  await save(ctx, team, before)
}

/** Restores a deleted teamspace. A teamspace that is not deleted does not change. */
export async function restoreTeamspace(ctx: WorkspaceContext, id: string): Promise<TeamspaceResponse> {
  const { count } = await lockTeamspaceList(ctx)
  const team = await loadManaged(ctx, id, { trashed: true })
  if (team.deleted_at !== null) refuseTooManyTeamspaces(count)
  const before = createTeamSnapshot(team)
  team.deleted_at = null
  return save(ctx, team, before)
}

/** Locks the list of teamspaces until the commit, so that two requests do not exceed the limit together. */
async function lockTeamspaceList(ctx: WorkspaceContext) {
  await lockListOrder(ctx.em, `teamspaces of ${ctx.workspace.id}`)
  return firstAndLastPosition(selectWorkspaceTeamspaces(ctx))
}

function refuseTooManyTeamspaces(count: number): void {
  if (count >= teamspacesLimit)
    throw new AppError('invalid', `A workspace can have at most ${teamspacesLimit} teamspaces.`)
}

/**
 * Adds the caller to the members. A lead who left a short time ago becomes the lead again, unless the
 * teamspace has a new lead.
 */
export async function joinTeamspace(
  unlockedContext: WorkspaceContext,
  id: string,
): Promise<TeamspaceResponse> {
  const ctx = await lockWorkspaceAccess(unlockedContext)
  const left = await findRecentTeamLeave(ctx, id)
  const team = await loadTeamspace(ctx, id, { mayRejoin: left !== null })
  const before = createTeamSnapshot(team)
  if (!team.member_ids.includes(ctx.user.id)) {
    refuseTooMany(team.member_ids.length + 1)
    team.member_ids = [...team.member_ids, ctx.user.id]
    if (left?.wasLead) team.lead_id ??= ctx.user.id
  }
  return save(ctx, team, before)
}

/** Removes the caller from the members of a teamspace. Nothing changes if the caller is not a member. */
export async function leaveTeamspace(ctx: WorkspaceContext, id: string): Promise<undefined> {
  const team = await loadTeamspace(ctx, id)
  const before = createTeamSnapshot(team)
  removeMember(team, ctx.user.id)
  await save(ctx, team, before)
}

/**
 * Removes users who leave the workspace from its teamspaces. Otherwise, they could see private teamspaces again
 * if they join the workspace again.
 */
export const removeMemberFromTeamspaces = listenTo(
  workspaceMembershipEnded,
  async (em, { workspace_id, user_id, actor_id }) => {
    const teams = await em.find(
      TeamspaceEntity,
      { workspace_id, member_ids: { $contains: [user_id] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    )
    for (const team of teams) {
      removeMember(team, user_id)
      team.updated_by = actor_id
      recordTeamDeparture(em, team, user_id, actor_id)
    }
    await em.flush()
    for (const team of teams) await emitSaved(em, team)
  },
)

function removeMember(team: Teamspace, person: string): void {
  team.member_ids = team.member_ids.filter((one) => one !== person)
  if (team.lead_id === person) team.lead_id = null
}

/**
 * Sets the lead and the members of a teamspace. Users who are not at least members of the workspace are
 * ignored. Existing members are not checked.
 */
async function setPeople(
  ctx: WorkspaceContext,
  team: Teamspace,
  { lead_id = team.lead_id, member_ids = team.member_ids }: Pick<Change, 'lead_id' | 'member_ids'>,
): Promise<void> {
  const isNewLead = lead_id !== null && lead_id !== team.lead_id
  if (isNewLead && (await isServiceAccount(ctx.em, lead_id)))
    throw invalid('lead_id', 'A service account can’t be the lead of a teamspace.')
  const wanted = [...new Set([...member_ids, ...(isNewLead ? [lead_id] : [])])]
  const able = new Set([...team.member_ids, ...(await membersAmong(ctx, wanted))])
  const people = wanted.filter((one) => able.has(one))
  refuseTooMany(people.length)
  team.member_ids = people
  // Clear the lead if the new members do not contain the lead.
  team.lead_id = lead_id !== null && people.includes(lead_id) ? lead_id : null
}

async function membersAmong({ em, workspace }: WorkspaceContext, wanted: string[]): Promise<string[]> {
  const found = await selectWorkspaceMemberIds(em, workspace.id, role.member)
    .where(sql<boolean>`user_id = any(${wanted}::uuid[])`)
    .execute()
  return found.map(({ user_id }) => user_id)
}

function refuseTooMany(members: number): void {
  if (members > teamspaceMembersLimit)
    throw new AppError('invalid', `A teamspace can have at most ${teamspaceMembersLimit} members.`)
}

async function setProjects(
  { em, user, workspace }: WorkspaceContext,
  team: Teamspace,
  wanted: string[] | undefined,
): Promise<void> {
  if (wanted === undefined) return
  const accessible = await accessibleProjects(em, user.id, workspace).execute()
  const able = new Set([...team.project_ids, ...accessible.map(({ project_id }) => project_id)])
  team.project_ids = [...new Set(wanted)].filter((one) => able.has(one))
}

async function loadManaged(ctx: WorkspaceContext, id: string, which = {}): Promise<Teamspace> {
  const team = await loadTeamspace(ctx, id, which)
  if (!canManageTeamspace(teamspaceActor(ctx), team))
    throw forbidden('Only the lead or an admin can change the teamspace')
  return team
}

/** Loads and locks the teamspace, because several users may join at the same time. */
async function loadTeamspace(
  ctx: WorkspaceContext,
  id: string,
  { trashed = false, mayRejoin = false } = {},
): Promise<Teamspace> {
  const team = await ctx.em.findOne(
    TeamspaceEntity,
    { id, workspace_id: ctx.workspace.id, ...(!trashed && { deleted_at: null }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (team === null || !(mayRejoin || canSeeTeamspace(teamspaceActor(ctx), team)))
    throw teamspaceNotFoundError()
  return team
}

async function save(
  ctx: WorkspaceContext,
  team: Teamspace,
  before: TeamSnapshot | null,
): Promise<TeamspaceResponse> {
  team.updated_by = ctx.user.id
  // Store a new teamspace before its first activity, because the activity refers to the row of the teamspace.
  await ctx.em.flush()
  recordTeamChange(ctx.em, team, before, ctx.user.id)
  await ctx.em.flush()
  await emitSaved(ctx.em, team)
  return presentTeamspace(team)
}

function emitSaved(em: EntityManager, { id, access, member_ids }: Teamspace): Promise<void> {
  return emitEvent(em, teamspaceSaved, { teamspace_id: id, member_ids: access === 0 ? member_ids : null })
}
