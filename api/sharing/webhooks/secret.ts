import { createHmac, randomBytes } from 'node:crypto'
import { webhookSecretPrefix } from '#common/sharing/webhooks/rules.ts'
import type { Config } from '../../platform/config/config.ts'
import { decryptSecret, encryptSecret } from '../../platform/config/sealed.ts'

const purpose = 'webhook-secrets'

export function newWebhookSecret(): string {
  return webhookSecretPrefix + randomBytes(32).toString('hex')
}

/** Encrypts the secret of a webhook. The result can be decrypted only for this webhook. */
export function encryptWebhookSecret(
  config: Pick<Config, 'secret'>,
  webhookId: string,
  secret: string,
): string {
  return encryptSecret(config, { purpose, of: webhookId }, secret)
}

/** Throws if the secret was encrypted for another webhook or with another `SECRET`. */
export function decryptWebhookSecret(
  config: Pick<Config, 'secret'>,
  webhookId: string,
  sealed: string,
): string {
  return decryptSecret(config, { purpose, of: webhookId }, sealed)
}

/** Returns the signature of a body, which proves to the receiver that the body is authentic and complete. */
export function signWebhookBody(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
