import { randomBytes } from 'node:crypto'
import { gitSecretPrefix } from '#common/work/git/rules.ts'
import type { Config } from '../../platform/config/config.ts'
import { decryptSecret, encryptSecret } from '../../platform/config/sealed.ts'

type WithSecret = Pick<Config, 'secret'>

/**
 * The purpose of an encrypted value of a connection. A value that was encrypted for one purpose cannot be
 * decrypted for the other purpose.
 */
type GitSecret = 'git-webhook-secrets' | 'git-tokens'

export function newGitSecret(): string {
  return gitSecretPrefix + randomBytes(32).toString('hex')
}

/** Encrypts the secret or token for this connection only. */
export function encryptForConnection(
  config: WithSecret,
  purpose: GitSecret,
  connectionId: string,
  value: string,
): string {
  return encryptSecret(config, { purpose, of: connectionId }, value)
}

/** Throws if the value was encrypted for another connection or with another `SECRET`. */
export function decryptForConnection(
  config: WithSecret,
  purpose: GitSecret,
  connectionId: string,
  kept: string,
): string {
  return decryptSecret(config, { purpose, of: connectionId }, kept)
}
