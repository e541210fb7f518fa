import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { urlField } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { normalizeWebhookUrl } from './rules.ts'
import { webhook, webhookLog } from './schema.ts'

const all = '/api/workspaces/{slug}/webhooks/'
const one = '/api/workspaces/{slug}/webhooks/{webhook_id}/'
const logs = '/api/workspaces/{slug}/webhook-logs/{webhook_id}/'

const url = urlField(normalizeWebhookUrl)
const flags = z
  .object({
    is_active: z.boolean(),
    project: z.boolean(),
    issue: z.boolean(),
    module: z.boolean(),
    cycle: z.boolean(),
    issue_comment: z.boolean(),
  })
  .partial()
/** Id of the delivery in the log. */
const sent = z.object({ delivery_id: id })
const withSecret = webhook.extend({ secret_key: z.string() })

/** Calls for webhooks, which send events of a workspace to external URLs. Only admins can manage them. */
export const webhookCalls = declareCalls('webhooks', {
  listWebhooks: {
    summary: 'List the webhooks of a workspace, newest first',
    method: 'GET',
    path: all,
    who: { workspace: 'admin' },
    answer: z.array(webhook),
  },
  createWebhook: {
    summary: 'Create a webhook. Only this response contains `secret_key`',
    method: 'POST',
    path: all,
    who: { workspace: 'admin' },
    body: flags.extend({ url }),
    status: 201,
    answer: withSecret,
    secretAnswer: true,
    fails: ['conflict'],
  },
  getWebhook: {
    summary: 'Get a webhook',
    method: 'GET',
    path: one,
    who: { workspace: 'admin' },
    answer: webhook,
  },
  updateWebhook: {
    summary: 'Update a webhook',
    method: 'PATCH',
    path: one,
    who: { workspace: 'admin' },
    body: flags.extend({ url: url.optional() }),
    answer: webhook,
    fails: ['conflict'],
  },
  regenerateWebhookSecret: {
    summary: 'Replace the secret of a webhook. Only this response contains it',
    method: 'POST',
    path: `${one}regenerate/`,
    who: { workspace: 'admin' },
    answer: withSecret,
    secretAnswer: true,
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    method: 'DELETE',
    path: one,
    who: { workspace: 'admin' },
  },
  testWebhook: {
    summary: 'Send a test event to a webhook, even if it is disabled',
    method: 'POST',
    path: `${one}test/`,
    who: { workspace: 'admin' },
    answer: sent,
  },
  listWebhookLogs: {
    summary: 'List the latest deliveries of a webhook, newest first',
    method: 'GET',
    path: logs,
    who: { workspace: 'admin' },
    answer: z.array(webhookLog),
  },
  redeliverWebhook: {
    summary: 'Redeliver an event with the same id, even to a disabled webhook',
    method: 'POST',
    path: `${logs}{webhook_log_id}/redeliver/`,
    who: { workspace: 'admin' },
    answer: sent,
  },
})
