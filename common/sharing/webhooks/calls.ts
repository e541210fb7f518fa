import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { address } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { webhookAddress } from './rules.ts'
import { webhook, webhookLog } from './schema.ts'

const all = '/api/workspaces/{slug}/webhooks/'
const one = '/api/workspaces/{slug}/webhooks/{webhook_id}/'
const logs = '/api/workspaces/{slug}/webhook-logs/{webhook_id}/'

const url = address(webhookAddress)
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
/** The id under which the delivery appears in the log. */
const sent = z.object({ delivery_id: id })
const withSecret = webhook.extend({ secret_key: z.string() })

/** Webhooks send events of a workspace to external addresses. Only admins can manage them. */
export const webhookCalls = declareCalls('webhooks', {
  listWebhooks: {
    summary: 'The webhooks of a workspace, the newest first',
    method: 'GET',
    path: all,
    who: { workspace: 'admin' },
    answer: z.array(webhook),
  },
  createWebhook: {
    summary: 'Add a webhook; `secret_key` is told in this answer and never again',
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
    summary: 'One webhook',
    method: 'GET',
    path: one,
    who: { workspace: 'admin' },
    answer: webhook,
  },
  updateWebhook: {
    summary: 'Change a webhook',
    method: 'PATCH',
    path: one,
    who: { workspace: 'admin' },
    body: flags.extend({ url: url.optional() }),
    answer: webhook,
    fails: ['conflict'],
  },
  regenerateWebhookSecret: {
    summary:
      'Give a webhook another secret, told in this answer and never again; the one before signs nothing more',
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
    summary: 'Send a webhook something to try it, once, whether it is on or off',
    method: 'POST',
    path: `${one}test/`,
    who: { workspace: 'admin' },
    answer: sent,
  },
  listWebhookLogs: {
    summary: 'The latest attempts to deliver to a webhook, the newest first',
    method: 'GET',
    path: logs,
    who: { workspace: 'admin' },
    answer: z.array(webhookLog),
  },
  redeliverWebhook: {
    summary: 'Deliver the same once more, under the same id, whether the webhook is on or off',
    method: 'POST',
    path: `${logs}{webhook_log_id}/redeliver/`,
    who: { workspace: 'admin' },
    answer: sent,
  },
})
