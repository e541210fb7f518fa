import type { EntityManager } from '@mikro-orm/postgresql'
import { defaultCallBudget } from '#common/identity/users/service-accounts.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import type { serviceAccountCalls } from '#common/organization/service-accounts/calls.ts'
import { serviceAccountsLimit } from '#common/organization/service-accounts/rules.ts'
import type { ServiceAccount } from '#common/organization/service-accounts/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { deactivateTokensOf } from '../../identity/api-tokens/commands.ts'
import { ApiTokenEntity } from '../../identity/api-tokens/entity.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import { lockAccountIfActive } from '../../identity/users/lock-active.ts'
import {
  ServiceAccountEntity,
  type ServiceAccountRow,
  setServiceAccountDisabled,
} from '../../identity/users/service-accounts.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { sessionsChannel } from '../../platform/http/session.ts'
import { WorkspaceMemberEntity } from '../workspaces/entity.ts'
import {
  addOrReactivateMember,
  alignProjectRoles,
  endWorkspaceMembership,
  lockMembersAndCheckRole,
} from '../workspaces/membership.ts'
import { setProjectsOfServiceAccount } from './projects.ts'
import { getServiceAccount, loadServiceAccount } from './queries.ts'

type Calls = typeof serviceAccountCalls

export async function createServiceAccount(
  ctx: WorkspaceContext,
  input: BodyOf<Calls['createServiceAccount']>,
): Promise<ServiceAccount> {
  const { em, workspace, user } = ctx
  await lockMembersAndCheckRole(ctx, role.admin)
  if ((await em.count(ServiceAccountEntity, { workspace_id: workspace.id })) >= serviceAccountsLimit)
    throw new AppError('conflict', `A workspace can have at most ${serviceAccountsLimit} service accounts.`)
  const id = newId()
  insertServiceUser(em, id, input)
  await em.flush()
  await addOrReactivateMember(em, workspace.id, id, input.role ?? role.member)
  em.create(ServiceAccountEntity, {
    id,
    workspace_id: workspace.id,
    owner_id: user.id,
    disabled_reason: null,
    calls_per_minute: input.calls_per_minute ?? defaultCallBudget.calls_per_minute,
    calls_per_day: input.calls_per_day ?? defaultCallBudget.calls_per_day,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  addAuditEntry(em, { action: 'service_account.created', ...auditTarget(workspace.id, id) })
  await setProjectsOfServiceAccount(ctx, id, input.projects ?? [])
  return getServiceAccount(ctx, id)
}

/**
 * Creates the user of a service account. It has no password and an address that no email can reach, so nobody can sign
 * in as this user and `sendMailJob` sends nothing to it.
 */
function insertServiceUser(
  em: EntityManager,
  id: string,
  {
    display_name,
    avatar_url = null,
  }: Pick<BodyOf<Calls['createServiceAccount']>, 'display_name' | 'avatar_url'>,
): void {
  em.create(UserEntity, {
    id,
    email: `${id}@service.invalid`,
    username: id,
    display_name,
    first_name: display_name,
    avatar_url,
    is_bot: true,
    is_service_account: true,
    cover_image_url: null,
    password_hash: null,
    deactivated_by: null,
    last_login_medium: 'token',
    last_login_time: null,
    last_login_ip: null,
    last_logout_time: null,
    last_logout_ip: null,
  })
}

export async function updateServiceAccount(
  ctx: WorkspaceContext,
  id: string,
  {
    projects,
    role: wanted,
    owner_id,
    calls_per_minute,
    calls_per_day,
    ...named
  }: BodyOf<Calls['updateServiceAccount']>,
): Promise<ServiceAccount> {
  const { em, workspace, user } = ctx
  await lockMembersAndCheckRole(ctx, role.admin)
  const account = await loadServiceAccount(ctx, id)
  const person = await em.findOneOrFail(UserEntity, { id })
  const { display_name: before } = person
  const former = { ...account }
  if (owner_id !== undefined) {
    if (!(await canOwnServiceAccounts(ctx, owner_id)))
      throw invalid('owner_id', 'The owner must be an admin of this workspace.')
    account.owner_id = owner_id
  }
  if (wanted !== undefined) await changeRole(ctx, id, wanted)
  const { display_name } = named
  em.assign(person, { ...named, ...(display_name !== undefined && { first_name: display_name }) })
  em.assign(account, {
    updated_by: user.id,
    ...(calls_per_minute !== undefined && { calls_per_minute }),
    ...(calls_per_day !== undefined && { calls_per_day }),
  })
  await em.flush()
  const changes = {
    ...(person.display_name !== before && { display_name: { before, after: person.display_name } }),
    ...budgetChanges(former, account),
    ...(account.owner_id !== former.owner_id && {
      owner: { before: former.owner_id, after: account.owner_id },
    }),
  }
  if (Object.keys(changes).length > 0)
    addAuditEntry(em, { action: 'service_account.changed', ...auditTarget(workspace.id, id), changes })
  if (projects !== undefined) await setProjectsOfServiceAccount(ctx, id, projects)
  return getServiceAccount(ctx, id)
}

function budgetChanges(before: ServiceAccountRow, after: ServiceAccountRow): AuditRecord['changes'] {
  const changed = (['calls_per_minute', 'calls_per_day'] as const).filter(
    (name) => before[name] !== after[name],
  )
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]))
}

async function changeRole(ctx: WorkspaceContext, id: string, wanted: 5 | 15): Promise<void> {
  const { em, workspace, user } = ctx
  const member = await em.findOneOrFail(WorkspaceMemberEntity, { workspace_id: workspace.id, member_id: id })
  em.assign(member, { role: wanted, updated_by: user.id })
  await alignProjectRoles(ctx, member)
}

export async function disableServiceAccount(ctx: WorkspaceContext, id: string): Promise<ServiceAccount> {
  await lockMembersAndCheckRole(ctx, role.admin)
  const account = await loadServiceAccount(ctx, id)
  if (account.disabled_reason === null) await setServiceAccountDisabled(ctx, account, 'admin')
  return getServiceAccount(ctx, id)
}

/**
 * Enables a service account. If its owner is no longer an active admin, the caller becomes its owner. All tokens of an
 * account whose owner left end, because the former owner may still know them.
 */
export async function enableServiceAccount(ctx: WorkspaceContext, id: string): Promise<ServiceAccount> {
  await lockMembersAndCheckRole(ctx, role.admin)
  const account = await loadServiceAccount(ctx, id)
  if (account.disabled_reason !== null) {
    const isOwned = await canOwnServiceAccounts(ctx, account.owner_id)
    if (!isOwned) takeOwnership(ctx, account)
    if (!isOwned || account.disabled_reason === 'owner_left')
      await deactivateTokensOf(ctx.em, id, account.workspace_id)
    await setServiceAccountDisabled(ctx, account, null)
  }
  return getServiceAccount(ctx, id)
}

function takeOwnership({ em, user }: WorkspaceContext, account: ServiceAccountRow): void {
  const changes = { owner: { before: account.owner_id, after: user.id } }
  account.owner_id = user.id
  addAuditEntry(em, {
    action: 'service_account.changed',
    ...auditTarget(account.workspace_id, account.id),
    changes,
  })
}

/**
 * Deletes a service account and its tokens. Its user remains, because work items and comments show its name, but is
 * inactive and no longer a member.
 */
export async function deleteServiceAccount(ctx: WorkspaceContext, id: string): Promise<undefined> {
  const { em, workspace } = ctx
  await lockMembersAndCheckRole(ctx, role.admin)
  const account = await loadServiceAccount(ctx, id)
  const member = await em.findOneOrFail(WorkspaceMemberEntity, { workspace_id: workspace.id, member_id: id })
  for (const token of await em.find(ApiTokenEntity, { user_id: id })) em.remove(token)
  const person = await em.findOneOrFail(UserEntity, { id })
  person.is_active = false
  em.remove(account)
  await em.flush()
  await endWorkspaceMembership(ctx, member)
  addAuditEntry(em, { action: 'service_account.deleted', ...auditTarget(workspace.id, id) })
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, id))
}

/**
 * Returns true for an active admin of the workspace. Locks the account of this admin until the commit, so that it
 * cannot be deactivated at the same time.
 */
async function canOwnServiceAccounts({ em, workspace }: WorkspaceContext, userId: string): Promise<boolean> {
  const admin = await query(em)
    .selectFrom('workspace_members')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('member_id', '=', userId)
    .where('role', '=', role.admin)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return admin !== undefined && (await lockAccountIfActive(em, userId))
}

function auditTarget(workspace_id: string, id: string) {
  return { workspace_id, target: { kind: 'user', id } } as const
}
