import { createHmac, randomBytes } from 'node:crypto'
import { webhookSecretPrefix } from '#common/sharing/webhooks/rules.ts'
import type { Config } from '../../platform/config/config.ts'
import { seal, unseal } from '../../platform/config/sealed.ts'

const purpose = 'webhook-secrets'

export function newWebhookSecret(): string {
  return webhookSecretPrefix + randomBytes(32).toString('hex')
}

/** It opens for its webhook alone. */
export function sealSecret(config: Pick<Config, 'secret'>, webhookId: string, secret: string): string {
  return seal(config, { purpose, of: webhookId }, secret)
}

/** Throws when it was sealed for another webhook, or by an installation with another secret. */
export function openSecret(config: Pick<Config, 'secret'>, webhookId: string, kept: string): string {
  return unseal(config, { purpose, of: webhookId }, kept)
}

/** By which a receiver knows that a body is ours, and whole. */
export function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
