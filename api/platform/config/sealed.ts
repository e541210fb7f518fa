import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/**
 * The purpose of a secret, and the row or setting that it belongs to. The secret cannot be decrypted for
 * another purpose or row.
 */
export interface SecretPurpose {
  purpose: string
  of: string
}

/** Encrypts a secret for the database with the `SECRET` of this Tandem instance. */
export function encryptSecret(
  config: Pick<Config, 'secret'>,
  { purpose, of }: SecretPurpose,
  secret: string,
): string {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, keyOf(config, purpose), nonce).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts a secret. Throws if it was encrypted for another purpose or with another `SECRET`. */
export function decryptSecret(
  config: Pick<Config, 'secret'>,
  { purpose, of }: SecretPurpose,
  ciphertext: string,
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const opening = createDecipheriv(cipher, keyOf(config, purpose), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  opening.setAAD(Buffer.from(of))
  opening.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  const sealed = bytes.subarray(nonceLength + tagLength)
  return Buffer.concat([opening.update(sealed), opening.final()]).toString('utf8')
}

function keyOf({ secret }: Pick<Config, 'secret'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
