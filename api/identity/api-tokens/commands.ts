import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { apiTokenCalls } from '#common/identity/api-tokens/calls.ts'
import { apiTokensLimit, tokenPrefix } from '#common/identity/api-tokens/rules.ts'
import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { findWorkspace } from '../../access/access.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken, sessionsChannel } from '../../platform/http/session.ts'
import { lockActiveAccount } from '../users/lock-active.ts'
import { ApiTokenEntity, type ApiTokenRow } from './entity.ts'
import { loadApiToken, presentToken } from './queries.ts'

/** Creates an API token. Only this response contains its key. */
export async function createApiToken(
  ctx: UserContext,
  input: BodyOf<typeof apiTokenCalls.createApiToken>,
): Promise<ApiToken & { token: string }> {
  const { em, user } = ctx
  const { workspace = null, ...fields } = input
  if (workspace !== null && (await findWorkspace(em, user.id, { id: workspace })) === null) {
    throw invalid('workspace', 'You are not a member of this workspace.')
  }
  // Lock the account, because two concurrent requests could otherwise exceed the maximum number of tokens.
  await lockActiveAccount(em, user.id)
  if ((await em.count(ApiTokenEntity, { user_id: user.id })) >= apiTokensLimit) {
    throw new AppError('invalid', `You can have at most ${apiTokensLimit} API tokens.`)
  }
  const { row, token } = await insertApiToken(
    ctx,
    { user_id: user.id, workspace_id: workspace, created_by: null },
    fields,
  )
  return { ...presentToken(row), token }
}

/** Creates an API token of any user. The caller must have checked permissions and the maximum number of tokens. */
export async function insertApiToken(
  ctx: UserContext,
  holder: Pick<ApiTokenRow, 'user_id' | 'workspace_id' | 'created_by'>,
  {
    scope,
    label,
    description = '',
    expired_at: sentExpiry,
  }: Omit<BodyOf<typeof apiTokenCalls.createApiToken>, 'workspace'>,
): Promise<{ row: ApiTokenRow; token: string }> {
  const expired_at = sentExpiry ? new Date(sentExpiry) : null
  if (expired_at !== null && expired_at <= new Date()) {
    throw invalid('expired_at', 'The expiry date must be in the future.')
  }
  const token = tokenPrefix + randomBytes(32).toString('hex')
  const row = ctx.em.create(ApiTokenEntity, {
    ...holder,
    id: newId(),
    token_hash: hashToken(token),
    ending: token.slice(-4),
    label: label ?? randomBytes(4).toString('hex'),
    description,
    scope,
    last_used: null,
    expired_at,
  })
  await ctx.em.flush()
  ctx.log.info({ user_id: holder.user_id, token_id: row.id, scope }, 'API token created')
  return { row, token }
}

export async function updateApiToken(
  ctx: UserContext,
  id: string,
  input: BodyOf<typeof apiTokenCalls.updateApiToken>,
): Promise<ApiToken> {
  const row = await loadApiToken(ctx, id)
  ctx.em.assign(row, input)
  await ctx.em.flush()
  return presentToken(row)
}

export async function deleteApiToken(ctx: UserContext, id: string): Promise<undefined> {
  ctx.em.remove(await loadApiToken(ctx, id))
  await ctx.em.flush()
  ctx.log.info({ user_id: ctx.user.id, token_id: id }, 'API token deleted')
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, ctx.user.id))
}

/**
 * Deactivates the API tokens of a user who leaves a workspace. If the user joins the workspace again, the
 * tokens remain inactive. Tokens for all workspaces remain active, because they give access only to workspaces
 * of which the user is a member.
 */
export async function deactivateTokensOf(
  em: EntityManager,
  userId: string,
  workspaceId: string,
): Promise<void> {
  await query(em)
    .updateTable('api_tokens')
    .set({ is_active: false, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .execute()
}
