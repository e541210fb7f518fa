import { sql } from 'kysely'
import type { projectMemberCalls } from '#common/organization/projects/member-calls.ts'
import { effectiveProjectRole, projectRoleProblem } from '#common/organization/projects/rules.ts'
import { projectMemberResponse } from '#common/organization/projects/schema.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import { lockProjectAccess } from '../../access/lock-memberships.ts'
import { assertRoleAllowedForUser } from '../../identity/users/service-accounts.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type ProjectMember, ProjectMemberEntity } from './entity.ts'
import { joinProject } from './join.ts'

type Member = ResponseOf<typeof projectMemberCalls.getProjectMember>
type Added = BodyOf<typeof projectMemberCalls.addProjectMembers>['members']

/**
 * Returns the members of all accessible projects. Unlike the member list of one project, the result includes
 * bots, because work items show the names of bots.
 */
export async function listProjectMemberships(ctx: WorkspaceContext): Promise<Record<string, Member[]>> {
  const rows = await query(ctx.em)
    .selectFrom('project_members')
    .modifyFront(preparedStatementMarker)
    .selectAll()
    .where('project_id', 'in', selectAccessibleProjectIds(ctx))
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Object.fromEntries(Map.groupBy(rows.map(presentMember), (member) => member.project_id))
}

/** SQL for the ids of the members of project `p`, without bots. The query that uses it must define `p`. */
export const projectMemberIdsSql = sql<string[]>`array(
  select a.member_id from project_members a join users u on u.id = a.member_id
  where a.project_id = p.id and a.is_active and not u.is_bot order by a.created_at, a.id
)`

export async function listProjectMembers(ctx: ProjectContext): Promise<Member[]> {
  const rows = await query(ctx.em)
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .selectAll('m')
    .where('m.project_id', '=', ctx.project.id)
    .where('m.is_active', '=', true)
    .where((row) => row.or([row('u.is_bot', '=', false), row('u.is_service_account', '=', true)]))
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
  return rows.map(presentMember)
}

export async function getProjectMember(ctx: ProjectContext, id: string): Promise<Member> {
  return presentMember(await load(ctx, { id }))
}

export async function getOwnProjectMembership(ctx: ProjectContext): Promise<Member> {
  return presentMember(await load(ctx, { member_id: ctx.user.id }))
}

export async function addProjectMembers(unlockedContext: ProjectContext, added: Added): Promise<Member[]> {
  const ctx = await lockProjectAccess(unlockedContext, role.admin)
  const rolesInWorkspace = await workspaceRoles(
    ctx,
    added.map((one) => one.member_id),
  )
  for (const { member_id, role: wanted } of added) {
    const workspaceRole = rolesInWorkspace.get(member_id)
    if (workspaceRole === undefined) throw invalid('members', 'This person is not a member of the workspace.')
    fitWorkspaceRole(workspaceRole, wanted)
    if (projectRoleProblem(actor(ctx), role.guest, wanted) === 'gives_as_much') {
      throw forbidden('You cannot assign a role equal to or higher than your own')
    }
  }
  const project = { id: ctx.project.id, workspace_id: ctx.workspace.id }
  const members: ProjectMember[] = []
  for (const { member_id, role: wanted } of added) {
    const known = await ctx.em.findOne(ProjectMemberEntity, {
      project_id: project.id,
      member_id,
      is_active: true,
    })
    members.push(
      known ?? (await joinProject(ctx.em, project, { user_id: member_id, role: wanted, by: ctx.user.id })),
    )
  }
  return members.map(presentMember)
}

export async function updateProjectMember(
  unlockedContext: ProjectContext,
  id: string,
  wanted: Role,
): Promise<Member> {
  const ctx = await lockProjectAccess(unlockedContext, role.admin)
  const member = await load(ctx, { id })
  if (member.member_id === ctx.user.id && ctx.workspace.role !== role.admin) {
    throw new AppError('invalid', 'You cannot update your own role')
  }
  const problem = projectRoleProblem(actor(ctx), member.role, wanted)
  if (problem === 'holds_as_much') {
    throw forbidden('You cannot update the role of a member with a role equal to or higher than your own')
  }
  if (problem === 'gives_as_much')
    throw forbidden('You cannot assign a role equal to or higher than your own')
  const workspaceRole = (await workspaceRoles(ctx, [member.member_id])).get(member.member_id)
  if (workspaceRole === undefined) throw notFound('Member not found')
  fitWorkspaceRole(workspaceRole, wanted)
  await assertRoleAllowedForUser(ctx.em, member.member_id, wanted)
  ctx.em.assign(member, { role: wanted, original_role: wanted, updated_by: ctx.user.id })
  await ctx.em.flush()
  return presentMember(member)
}

export async function removeProjectMember(unlockedContext: ProjectContext, id: string): Promise<undefined> {
  const ctx = await lockProjectAccess(unlockedContext, role.admin)
  const member = await load(ctx, { id })
  if (member.member_id === ctx.user.id) {
    throw new AppError('invalid', 'You cannot remove yourself from the project. Please use leave project')
  }
  if (member.role > ctx.project.role)
    throw new AppError('invalid', 'You cannot remove a user having role higher than you')
  await end(ctx, member, ctx.user.id)
}

export async function leaveProject(unlockedContext: ProjectContext): Promise<undefined> {
  const ctx = await lockProjectAccess(unlockedContext, role.guest)
  const member = await load(ctx, { member_id: ctx.user.id })
  if (member.role === role.admin && (await isOnlyAdmin(ctx))) {
    throw new AppError(
      'invalid',
      'You cannot leave the project as your the only admin of the project you will have to either delete the project or create an another admin',
    )
  }
  await end(ctx, member, null)
}

async function load(
  ctx: ProjectContext,
  which: { id: string } | { member_id: string },
): Promise<ProjectMember> {
  const member = await ctx.em.findOne(ProjectMemberEntity, {
    ...which,
    project_id: ctx.project.id,
    is_active: true,
  })
  if (member === null) throw notFound('Member not found')
  return member
}

function actor(ctx: ProjectContext) {
  return { workspace_role: ctx.workspace.role, role: ctx.project.role }
}

function fitWorkspaceRole(workspaceRole: Role, wanted: Role): void {
  const fitting = effectiveProjectRole(workspaceRole, wanted)
  if (fitting === wanted) return
  throw new AppError(
    'invalid',
    wanted < fitting
      ? 'You cannot add a user with role lower than the workspace role'
      : 'You cannot add a user with role higher than the workspace role',
  )
}

async function workspaceRoles(ctx: ProjectContext, people: string[]): Promise<Map<string, Role>> {
  const rows = await query(ctx.em)
    .selectFrom('workspace_members')
    .select(['member_id', 'role'])
    .where('workspace_id', '=', ctx.workspace.id)
    .where('member_id', 'in', people)
    .where('is_active', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.member_id, row.role]))
}

async function isOnlyAdmin(ctx: ProjectContext): Promise<boolean> {
  const other = await query(ctx.em)
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('m.id')
    .where('m.project_id', '=', ctx.project.id)
    .where('m.member_id', '<>', ctx.user.id)
    .where('m.role', '=', role.admin)
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  return other === undefined
}

async function end(ctx: ProjectContext, member: ProjectMember, removed_by: string | null): Promise<void> {
  ctx.em.assign(member, { is_active: false, removed_by, updated_by: ctx.user.id })
  await ctx.em.flush()
}

function presentMember(row: object & { member_id: string; project_id: string }): Member {
  return presentRow(projectMemberResponse, { ...row, member: row.member_id, project: row.project_id })
}
