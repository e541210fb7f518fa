import { normalizeUrl } from '../../platform/addresses.ts'

export const webhookAddressLength = 1024
/** Maximum webhooks of a workspace, since each receives every change. */
export const webhooksLimit = 25
/** The prefix of every secret, so that people and secret scanners can recognize a leaked one. */
export const webhookSecretPrefix = 'tandem_wh_'

/** Normalizes the address of a webhook. Returns null if it is invalid. */
export function webhookAddress(typed: string): string | null {
  const address = normalizeUrl(typed, 'https')
  return address === null || address.length > webhookAddressLength ? null : address
}

/** The categories of events. A webhook has a switch for each. */
export const webhookSwitches = ['project', 'issue', 'issue_comment', 'cycle', 'module'] as const
export type WebhookSwitch = (typeof webhookSwitches)[number]

/** The event types of deliveries: those of the switches, and `test` for manual ones. */
export const webhookEvents = [...webhookSwitches, 'cycle_issue', 'module_issue', 'test'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookActions = ['created', 'updated', 'deleted'] as const
export type WebhookAction = (typeof webhookActions)[number]

/** Why the server switched a webhook off: a delivery failed permanently, or its owner is no longer an admin. */
export const webhookOffReasons = ['failing', 'maker_left'] as const

/** Days until a delivery attempt is deleted from the log. */
export const webhookLogDays = 14
/** Maximum stored attempts per webhook, and how many of them the call returns. */
export const webhookLogsKept = 1000
export const webhookLogsListed = 50

/** Longer texts are cut off, so that a payload can be stored completely. */
export const webhookTextLength = 20_000
/** Maximum bytes of a response that are read and stored. */
export const webhookAnswerBytes = 4096
