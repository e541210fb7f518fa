import { normalizeUrl } from '../../platform/addresses.ts'

export const webhookAddressLength = 1024
/** In a workspace; each is told of every change. */
export const webhooksLimit = 25
/** What every secret begins with, so that whoever finds one, a scanner of secrets too, knows what it is. */
export const webhookSecretPrefix = 'tandem_wh_'

/** An address as a webhook keeps it, null for none. */
export function webhookAddress(typed: string): string | null {
  const address = normalizeUrl(typed, 'https')
  return address === null || address.length > webhookAddressLength ? null : address
}

/** What a webhook can be told of; each is a switch of it. */
export const webhookSwitches = ['project', 'issue', 'issue_comment', 'cycle', 'module'] as const
export type WebhookSwitch = (typeof webhookSwitches)[number]

/** What a delivery says it is of: those that a switch lets through, and one that is sent by hand. */
export const webhookEvents = [...webhookSwitches, 'cycle_issue', 'module_issue', 'test'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookActions = ['created', 'updated', 'deleted'] as const
export type WebhookAction = (typeof webhookActions)[number]

/** Why a webhook is off that nobody has switched off: what was sent to it failed to the last, or who answers for it is no admin any more. */
export const webhookOffReasons = ['failing', 'maker_left'] as const

/** An attempt is kept for so many days, */
export const webhookLogDays = 14
/** and of each webhook the newest so many; the call tells the newest of these. */
export const webhookLogsKept = 1000
export const webhookLogsListed = 50

/** Characters of one text in what is sent; a longer one is cut off there. So what is sent is kept whole. */
export const webhookTextLength = 20_000
/** Bytes of an answer that are read and kept. */
export const webhookAnswerBytes = 4096
