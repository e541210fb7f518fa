import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import type { serviceAccountCalls } from '#common/organization/service-accounts/calls.ts'
import { serviceTokensLimit } from '#common/organization/service-accounts/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import { insertApiToken } from '../../identity/api-tokens/commands.ts'
import { ApiTokenEntity } from '../../identity/api-tokens/entity.ts'
import { presentToken } from '../../identity/api-tokens/queries.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { sessionsChannel } from '../../platform/http/session.ts'
import { lockMembersAndCheckRole } from '../workspaces/membership.ts'
import { loadServiceAccount } from './queries.ts'

export async function listServiceTokens(ctx: WorkspaceContext, id: string): Promise<ApiToken[]> {
  const account = await loadServiceAccount(ctx, id)
  const rows = await ctx.em.find(
    ApiTokenEntity,
    { user_id: account.id },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  return rows.map((row) => presentToken(row, true))
}

/** Creates a token of a service account, which is valid only in its workspace. Only this response contains its key. */
export async function createServiceToken(
  ctx: WorkspaceContext,
  id: string,
  input: BodyOf<typeof serviceAccountCalls.createServiceToken>,
): Promise<ApiToken & { token: string }> {
  await lockMembersAndCheckRole(ctx, role.admin)
  const account = await loadServiceAccount(ctx, id)
  if ((await ctx.em.count(ApiTokenEntity, { user_id: account.id })) >= serviceTokensLimit)
    throw new AppError('conflict', `A service account can have at most ${serviceTokensLimit} API tokens.`)
  const holder = { user_id: account.id, workspace_id: account.workspace_id, created_by: ctx.user.id }
  const { row, token } = await insertApiToken(ctx, holder, input)
  return { ...presentToken(row, true), token }
}

export async function deleteServiceToken(
  ctx: WorkspaceContext,
  id: string,
  tokenId: string,
): Promise<undefined> {
  const account = await loadServiceAccount(ctx, id)
  const token = await ctx.em.findOne(ApiTokenEntity, { id: tokenId, user_id: account.id })
  if (token === null) throw notFound('API token not found')
  ctx.em.remove(token)
  await ctx.em.flush()
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, account.id))
}
