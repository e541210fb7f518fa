import { defineEntity, type EntityManager, type InferEntity, p } from '@mikro-orm/postgresql'
import {
  defaultCallBudget,
  type ServiceDisabledReason,
  serviceDisabledReasons,
} from '#common/identity/users/service-accounts.ts'
import { invalid } from '#common/platform/errors.ts'
import { type Role, role } from '#common/platform/roles.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { auditedColumns } from '../../platform/db/columns.ts'
import { query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { sessionsChannel } from '../../platform/http/session.ts'
import { UserEntity } from './entity.ts'

/** A service account. Its id is the id of its user. While the account is disabled, its user is inactive. */
export const ServiceAccountEntity = defineEntity({
  name: 'ServiceAccount',
  tableName: 'service_accounts',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    owner_id: p.uuid(),
    disabled_reason: p.enum(serviceDisabledReasons).strictNullable(),
    calls_per_minute: p.integer().default(defaultCallBudget.calls_per_minute),
    calls_per_day: p.integer().default(defaultCallBudget.calls_per_day),
  },
})
export type ServiceAccountRow = InferEntity<typeof ServiceAccountEntity>

/**
 * Disables a service account. Its tokens are rejected from the commit on, because its user is inactive, and its open
 * connections are closed.
 */
export async function setServiceAccountDisabled(
  ctx: UserContext,
  account: ServiceAccountRow,
  disabled_reason: ServiceDisabledReason | null,
): Promise<void> {
  const { em } = ctx
  const user = await em.findOneOrFail(UserEntity, { id: account.id })
  em.assign(account, { disabled_reason, updated_by: ctx.user.id })
  user.is_active = disabled_reason === null
  await em.flush()
  addAuditEntry(em, {
    action: disabled_reason === null ? 'service_account.enabled' : 'service_account.disabled',
    workspace_id: account.workspace_id,
    target: { kind: 'user', id: account.id },
    ...(disabled_reason !== null && { facts: { reason: disabled_reason } }),
  })
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, account.id))
}

/**
 * Ends the access that a person has through service accounts, when the person is no longer an active admin of the
 * workspace: disables the accounts of this owner and deactivates the tokens that this person created for any account,
 * because the person may still know them. A null `workspaceId` means all workspaces.
 */
export async function endServiceAccessOf(
  ctx: UserContext,
  personId: string,
  workspaceId: string | null,
): Promise<void> {
  const accounts = await ctx.em.find(ServiceAccountEntity, {
    owner_id: personId,
    disabled_reason: null,
    ...(workspaceId !== null && { workspace_id: workspaceId }),
  })
  for (const account of accounts) await setServiceAccountDisabled(ctx, account, 'owner_left')
  const { em } = ctx
  const ended = await query(em)
    .updateTable('api_tokens')
    .set({ is_active: false, updated_at: new Date() })
    .where('created_by', '=', personId)
    .where('is_active', '=', true)
    .$if(workspaceId !== null, (update) => update.where('workspace_id', '=', workspaceId))
    .returning('user_id')
    .execute()
  for (const id of new Set(ended.map(({ user_id }) => user_id)))
    ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, id))
}

/** Returns true for a service account of this workspace. */
export async function isServiceAccountOf(
  em: EntityManager,
  userId: string,
  workspaceId: string,
): Promise<boolean> {
  return (await em.count(ServiceAccountEntity, { id: userId, workspace_id: workspaceId })) > 0
}

/**
 * Throws if the user is a service account and the role is admin. Admins decide who is a member, and only people may
 * decide this.
 */
export async function assertRoleAllowedForUser(
  em: EntityManager,
  userId: string,
  wanted: Role,
): Promise<void> {
  if (wanted === role.admin && (await isServiceAccount(em, userId)))
    throw invalid('role', 'A service account can’t be an admin.')
}

export async function isServiceAccount(em: EntityManager, userId: string): Promise<boolean> {
  const user = await query(em)
    .selectFrom('users')
    .select('is_service_account')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.is_service_account === true
}
