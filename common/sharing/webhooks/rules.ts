import { normalizeUrl } from '../../platform/addresses.ts'

export const maxWebhookUrlLength = 1024
/** Maximum number of webhooks of a workspace, since each webhook receives every change. */
export const webhooksLimit = 25
/** Prefix of every secret, so that people and secret scanners can recognize a secret that has leaked. */
export const webhookSecretPrefix = 'tandem_wh_'

/** Normalizes the URL of a webhook. Returns null if it is invalid. */
export function normalizeWebhookUrl(typed: string): string | null {
  const address = normalizeUrl(typed, 'https')
  return address === null || address.length > maxWebhookUrlLength ? null : address
}

/** Categories of events. A webhook has a setting for each category. */
export const webhookEventCategories = ['project', 'issue', 'issue_comment', 'cycle', 'module'] as const
export type WebhookEventCategory = (typeof webhookEventCategories)[number]

/** Event types of deliveries. `test` is for deliveries that a user starts manually. */
export const webhookEvents = [...webhookEventCategories, 'cycle_issue', 'module_issue', 'test'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookActions = ['created', 'updated', 'deleted'] as const
export type WebhookAction = (typeof webhookActions)[number]

/**
 * Reasons why the server switched a webhook off. `failing`: a delivery failed permanently. `maker_left`: the owner
 * of the webhook is no longer an admin.
 */
export const webhookDisabledReasons = ['failing', 'maker_left'] as const

/** Days until a delivery attempt is deleted from the log. */
export const webhookLogRetentionDays = 14
/** Maximum number of stored attempts per webhook, and number of attempts that the call returns. */
export const maxStoredWebhookLogs = 1000
export const maxListedWebhookLogs = 50

/**
 * Maximum characters of a text in a payload. Longer texts are cut off, so that the payload can be stored
 * completely.
 */
export const maxWebhookPayloadTextLength = 20_000
/** Maximum number of bytes of a webhook's response that are read and stored. */
export const maxWebhookResponseBytes = 4096
