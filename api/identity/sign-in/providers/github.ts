import * as client from 'openid-client'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import type { SafeHttpClient } from '../../../platform/outgoing/safe-client.ts'
import { createSafeFetch } from '../../../platform/outgoing/safe-fetch.ts'
import { parsePictureClaim, splitNameClaims, trimmedClaim } from './identity.ts'
import { isUnencryptedTestAddress } from './openid.ts'
import { type IdentityProvider, NotInRequiredOrganization } from './provider.ts'

export interface GitHubSettings {
  /** `https://github.com`, or the address of a GitHub Enterprise server. */
  host: string
  client_id: string
  client_secret: string
  /**
   * Name or id of the only organization whose members can sign in. If empty, all GitHub users can sign in.
   */
  organization: string
}

/** GitHub does not offer OpenID Connect for users, so the identity is read from its API with the access token. */
export function gitHubProvider(web: SafeHttpClient, settings: GitHubSettings): IdentityProvider {
  const { host, organization } = settings
  const scope = organization === '' ? 'read:user user:email' : 'read:user user:email read:org'
  return {
    async addressFor({ state, verifier, callback }) {
      const url = client.buildAuthorizationUrl(configured(web, settings), {
        redirect_uri: callback,
        scope,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async identify({ state, verifier, callback }, answer) {
      const configuration = configured(web, settings)
      const arrived = new URL(callback)
      arrived.search = answer.toString()
      const granted = await client.authorizationCodeGrant(configuration, arrived, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      })
      const apiRequest = (path: string) =>
        fetchJson(configuration, granted.access_token, `${apiUrlOf(host)}${path}`)
      if (organization !== '') await assertOrganizationMember(apiRequest, organization)
      const [person, addresses] = [await apiRequest('/user'), await apiRequest('/user/emails')]
      const subject = fieldOf(person, 'id')
      if (typeof subject !== 'number') throw new Error('GitHub did not return a user')
      const name = trimmedClaim(fieldOf(person, 'name'))
      const login = trimmedClaim(fieldOf(person, 'login'))
      const email = primaryVerifiedEmail(addresses)
      return {
        provider: 'github',
        issuer: host,
        subject: String(subject),
        email,
        ...splitNameClaims({ name }),
        name: login || email || String(subject),
        picture: parsePictureClaim(fieldOf(person, 'avatar_url')),
      }
    },
  }
}

function configured(
  web: SafeHttpClient,
  { host, client_id, client_secret }: GitHubSettings,
): client.Configuration {
  const endpoints = {
    issuer: `${host}/login/oauth`,
    authorization_endpoint: `${host}/login/oauth/authorize`,
    token_endpoint: `${host}/login/oauth/access_token`,
  }
  const configuration = new client.Configuration(
    endpoints,
    client_id,
    undefined,
    client.ClientSecretPost(client_secret),
  )
  configuration[client.customFetch] = createSafeFetch(web)
  if (isUnencryptedTestAddress(host)) client.allowInsecureRequests(configuration)
  return configuration
}

function apiUrlOf(host: string): string {
  return host === 'https://github.com' ? 'https://api.github.com' : `${host}/api/v3`
}

async function fetchJson(configuration: client.Configuration, accessToken: string, address: string) {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'Tandem' })
  const answer = await client.fetchProtectedResource(
    configuration,
    accessToken,
    new URL(address),
    'GET',
    undefined,
    headers,
  )
  if (answer.status !== 200) throw new Error(`${new URL(address).pathname} answered ${answer.status}`)
  const body: unknown = await answer.json()
  return body
}

/**
 * Returns the primary email address if it is verified. Other verified addresses are ignored, because the user
 * has chosen the primary one.
 */
function primaryVerifiedEmail(addresses: unknown): string | null {
  const primary = listOf(addresses).find((one) => fieldOf(one, 'primary') === true)
  const email = normalizeEmail(trimmedClaim(fieldOf(primary, 'email')))
  return fieldOf(primary, 'verified') === true && isEmail(email) ? email : null
}

async function assertOrganizationMember(
  apiRequest: (path: string) => Promise<unknown>,
  organization: string,
): Promise<void> {
  const memberships = listOf(await apiRequest('/user/memberships/orgs?state=active&per_page=100'))
  const wanted = organization.toLowerCase()
  const isMember = memberships
    .map((one) => fieldOf(one, 'organization'))
    .some(
      (one) =>
        trimmedClaim(fieldOf(one, 'login')).toLowerCase() === wanted || String(fieldOf(one, 'id')) === wanted,
    )
  if (!isMember) throw new NotInRequiredOrganization('not a member of the organization')
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}
