import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Deps } from '../../../platform/context/deps.ts'
import { ForgeRequestError } from '../forges/forge-request-error.ts'

export const invalidGithubAppMessage = 'The ID or the private key of the GitHub App is not valid.'

/** The GitHub App of this Tandem instance. */
export interface GithubAppSettings {
  /** Web address of the GitHub server without a trailing slash, such as `https://github.com`. */
  host: string
  id: string
  clientId: string
  clientSecret: string
  privateKey: string
  webhookSecret: string
}

/** Returns the settings of the GitHub App, or null if the admin has not entered all of them. */
export function readGithubApp({ settings }: Pick<Deps, 'settings'>): GithubAppSettings | null {
  const app = {
    host: githubAppHost({ settings }),
    id: settings.get('GITHUB_APP_ID'),
    clientId: settings.get('GITHUB_APP_CLIENT_ID'),
    clientSecret: settings.get('GITHUB_APP_CLIENT_SECRET'),
    privateKey: settings.get('GITHUB_APP_PRIVATE_KEY'),
    webhookSecret: settings.get('GITHUB_APP_WEBHOOK_SECRET'),
  }
  return Object.values(app).includes('') ? null : app
}

export function githubAppHost({ settings }: Pick<Deps, 'settings'>): string {
  return settings.get('GITHUB_APP_HOST').replace(/\/+$/, '')
}

/** GitHub accepts tokens of at most ten minutes. One minute is subtracted, because clocks can differ. */
const jwtSeconds = 540
const clockDifferenceSeconds = 60

/** Creates the token with which the App identifies itself: a JSON Web Token that its private key signs. */
export function createAppJwt({ id, privateKey }: Pick<GithubAppSettings, 'id' | 'privateKey'>): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iat: now - clockDifferenceSeconds, exp: now + jwtSeconds, iss: id }
  const signed = [encode({ alg: 'RS256', typ: 'JWT' }), encode(claims)].join('.')
  const signature = sign('RSA-SHA256', Buffer.from(signed), keyOf(privateKey))
  return [signed, signature.toString('base64url')].join('.')
}

function keyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n'))
  } catch {
    throw new ForgeRequestError(invalidGithubAppMessage, true)
  }
}
