import { isIP } from 'node:net'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { webhookCalls } from '#common/sharing/webhooks/calls.ts'
import { webhooksLimit } from '#common/sharing/webhooks/rules.ts'
import type { Webhook } from '#common/sharing/webhooks/schema.ts'
import type { Config } from '../../platform/config/config.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { createAddressFilter } from '../../platform/outgoing/address-filter.ts'
import { WebhookEntity } from './entity.ts'
import { loadWebhook, presentWebhook } from './queries.ts'
import { encryptWebhookSecret, newWebhookSecret } from './secret.ts'

type WithSecret = Webhook & { secret_key: string }

export async function createWebhook(
  ctx: WorkspaceContext,
  input: BodyOf<typeof webhookCalls.createWebhook>,
): Promise<WithSecret> {
  const { em, workspace, user, config } = ctx
  refuseLocalWebhookUrl(config, input.url)
  await lockWebhooks(ctx)
  if ((await em.count(WebhookEntity, { workspace_id: workspace.id, project_id: null })) >= webhooksLimit) {
    throw new AppError('invalid', `A workspace can have at most ${webhooksLimit} webhooks.`)
  }
  await refuseTaken(ctx, input.url, null)
  const id = newId()
  const secret_key = newWebhookSecret()
  const row = em.create(WebhookEntity, {
    ...input,
    id,
    workspace_id: workspace.id,
    created_by: user.id,
    ...{ project_id: null, service: null, name: null, template: null },
    off_reason: null,
    sealed_secret: encryptWebhookSecret(config, id, secret_key),
  })
  await em.flush()
  return { ...presentWebhook(row), secret_key }
}

export async function updateWebhook(
  ctx: WorkspaceContext,
  id: string,
  input: BodyOf<typeof webhookCalls.updateWebhook>,
): Promise<Webhook> {
  await lockWebhooks(ctx)
  const row = await loadWebhook(ctx, id)
  if (input.url !== undefined) {
    refuseLocalWebhookUrl(ctx.config, input.url)
    await refuseTaken(ctx, input.url, id)
  }
  // If an admin switches the webhook on, make this admin its owner, because its creator may have left.
  const isSwitched = input.is_active !== undefined && input.is_active !== row.is_active
  const also = !isSwitched ? {} : { off_reason: null, ...(input.is_active && { created_by: ctx.user.id }) }
  ctx.em.assign(row, { ...input, ...also })
  await ctx.em.flush()
  return presentWebhook(row)
}

export async function regenerateWebhookSecret(ctx: WorkspaceContext, id: string): Promise<WithSecret> {
  const row = await loadWebhook(ctx, id)
  const secret_key = newWebhookSecret()
  row.sealed_secret = encryptWebhookSecret(ctx.config, id, secret_key)
  await ctx.em.flush()
  return { ...presentWebhook(row), secret_key }
}

export async function deleteWebhook(ctx: WorkspaceContext, id: string): Promise<undefined> {
  ctx.em.remove(await loadWebhook(ctx, id))
  await ctx.em.flush()
}

/** Throws for local URLs, without a DNS lookup. Each delivery also checks the resolved address. */
export function refuseLocalWebhookUrl(
  { reachableNetworks }: Pick<Config, 'reachableNetworks'>,
  url: string,
): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const isReachable = createAddressFilter(reachableNetworks)
  // `localhost` and its subdomains always mean the machine on which the server runs.
  const address = /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host
  if (isIP(address) && !isReachable(address)) throw invalid('url', 'Local URLs are not allowed.')
}

/**
 * Locks the webhooks of the workspace, so that concurrent requests cannot exceed the limit or use the same
 * URL twice.
 */
async function lockWebhooks({ em, workspace }: WorkspaceContext): Promise<void> {
  await query(em)
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspace.id)
    .forNoKeyUpdate()
    .execute()
}

async function refuseTaken({ em, workspace }: WorkspaceContext, url: string, ownId: string | null) {
  const taken = await em.findOne(WebhookEntity, { workspace_id: workspace.id, project_id: null, url })
  if (taken !== null && taken.id !== ownId)
    throw new AppError('conflict', 'URL already exists for the workspace')
}
