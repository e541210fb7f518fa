import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { webhookSecretPrefix } from '#common/webhooks/rules.ts'
import type { Config } from '../config.ts'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

export function newWebhookSecret(): string {
  return webhookSecretPrefix + randomBytes(32).toString('hex')
}

/** A secret as the database keeps it, of use to nobody without the installation's own; it opens for its webhook alone. */
export function sealSecret(config: Pick<Config, 'secret'>, webhookId: string, secret: string): string {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, keyOf(config), nonce).setAAD(Buffer.from(webhookId))
  const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64')
}

/** Throws when it was sealed for another webhook, or by an installation with another secret. */
export function openSecret(config: Pick<Config, 'secret'>, webhookId: string, kept: string): string {
  const bytes = Buffer.from(kept, 'base64')
  const opening = createDecipheriv(cipher, keyOf(config), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  opening.setAAD(Buffer.from(webhookId))
  opening.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  const sealed = bytes.subarray(nonceLength + tagLength)
  return Buffer.concat([opening.update(sealed), opening.final()]).toString('utf8')
}

/** By which a receiver knows that a body is ours, and whole. */
export function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

function keyOf({ secret }: Pick<Config, 'secret'>): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'webhook-secrets', 32))
}
