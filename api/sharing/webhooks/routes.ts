import { webhookCalls } from '#common/sharing/webhooks/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createWebhook, deleteWebhook, regenerateWebhookSecret, updateWebhook } from './commands.ts'
import { listWebhookLogs, redeliverWebhook, testWebhook } from './logs.ts'
import { listWebhooks, loadWebhook, presentWebhook } from './queries.ts'

export const webhooksFeature = defineFeature(webhookCalls, {
  listWebhooks: (ctx) => listWebhooks(ctx),
  createWebhook: (ctx, { body }) => createWebhook(ctx, body),
  getWebhook: async (ctx, { params }) => presentWebhook(await loadWebhook(ctx, params.webhook_id)),
  updateWebhook: (ctx, { params, body }) => updateWebhook(ctx, params.webhook_id, body),
  regenerateWebhookSecret: (ctx, { params }) => regenerateWebhookSecret(ctx, params.webhook_id),
  deleteWebhook: (ctx, { params }) => deleteWebhook(ctx, params.webhook_id),
  testWebhook: (ctx, { params }) => testWebhook(ctx, params.webhook_id),
  listWebhookLogs: (ctx, { params }) => listWebhookLogs(ctx, params.webhook_id),
  redeliverWebhook: (ctx, { params }) => redeliverWebhook(ctx, params.webhook_id, params.webhook_log_id),
})
