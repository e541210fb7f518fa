import type { BodyOf } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { chatTargetCalls } from '#common/sharing/webhooks/chat-targets/calls.ts'
import { chatTargetsLimit } from '#common/sharing/webhooks/chat-targets/rules.ts'
import type { ChatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import { UserEntity } from '../../../identity/users/entity.ts'
import { ProjectEntity } from '../../../organization/projects/entity.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { refuseLocalWebhookUrl } from '../commands.ts'
import { deliverWebhook } from '../deliver.ts'
import { WebhookEntity } from '../entity.ts'
import { createTestChatJobBody, encryptChatUrl } from './chat-sentence.ts'
import { loadChatTarget, presentWithLastAttempt } from './queries.ts'

type Calls = typeof chatTargetCalls

export async function createChatTarget(
  ctx: ProjectContext,
  { url, events, template = null, ...input }: BodyOf<Calls['createChatTarget']>,
): Promise<ChatTarget> {
  const { em, workspace, project, user, config } = ctx
  refuseLocalWebhookUrl(config, url)
  await lockProject(ctx)
  if ((await em.count(WebhookEntity, { project_id: project.id })) >= chatTargetsLimit)
    throw new AppError('conflict', `A project can have at most ${chatTargetsLimit} chat targets.`)
  const id = newId()
  const row = em.create(WebhookEntity, {
    ...input,
    id,
    workspace_id: workspace.id,
    project_id: project.id,
    created_by: user.id,
    url: new URL(url).host,
    sealed_secret: encryptChatUrl(config, id, url),
    chat_events: [...new Set(events)],
    template,
    off_reason: null,
  })
  await em.flush()
  return presentWithLastAttempt(ctx, row)
}

export async function updateChatTarget(
  ctx: ProjectContext,
  id: string,
  { url, events, ...input }: BodyOf<Calls['updateChatTarget']>,
): Promise<ChatTarget> {
  const { em, user, config } = ctx
  const row = await loadChatTarget(ctx, id)
  if (url !== undefined) {
    refuseLocalWebhookUrl(config, url)
    em.assign(row, { url: new URL(url).host, sealed_secret: encryptChatUrl(config, id, url) })
  }
  if (events !== undefined) row.chat_events = [...new Set(events)]
  // If an admin switches the target on, make this admin its owner, because its creator may have left.
  const isSwitched = input.is_active !== undefined && input.is_active !== row.is_active
  em.assign(row, {
    ...input,
    ...(isSwitched && { off_reason: null, ...(input.is_active && { created_by: user.id }) }),
  })
  await em.flush()
  return presentWithLastAttempt(ctx, row)
}

export async function deleteChatTarget(ctx: ProjectContext, id: string): Promise<undefined> {
  ctx.em.remove(await loadChatTarget(ctx, id))
  await ctx.em.flush()
}

export async function testChatTarget(ctx: ProjectContext, id: string): Promise<undefined> {
  const { em, user, workspace, project } = ctx
  const target = await loadChatTarget(ctx, id)
  await ctx.limits.take('outgoing', user.id)
  const { display_name } = await em.findOneOrFail(UserEntity, { id: user.id })
  const { name } = await em.findOneOrFail(ProjectEntity, { id: project.id })
  const path = `/${workspace.slug}/projects/${project.id}/issues`
  await ctx.jobs.enqueue(em, deliverWebhook, {
    delivery_id: newId(),
    webhook_id: target.id,
    event: 'test',
    body: createTestChatJobBody({ actor: display_name, project: name, path }, user.language),
    is_by_hand: true,
  })
}

/** Locks the project, so that concurrent requests cannot exceed the limit. */
async function lockProject({ em, project }: ProjectContext): Promise<void> {
  await query(em).selectFrom('projects').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()
}
