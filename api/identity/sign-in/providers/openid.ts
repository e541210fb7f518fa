import ipaddr from 'ipaddr.js'
import * as client from 'openid-client'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import type { SafeHttpClient } from '../../../platform/outgoing/safe-client.ts'
import { createSafeFetch } from '../../../platform/outgoing/safe-fetch.ts'
import { type ProviderIdentity, parsePictureClaim, splitNameClaims, trimmedClaim } from './identity.ts'
import type { AuthorizationState } from './oauth-state.ts'
import { type IdentityProvider, isSameIssuer } from './provider.ts'

export interface OpenIdSettings {
  provider: SignInProvider
  issuer: string
  client_id: string
  client_secret: string
  /** True when an email address counts as verified even without the claim `email_verified`. */
  trusts_missing_verification: boolean
}

const scope = 'openid email profile'

/**
 * An OpenID Connect provider. Endpoints and keys come from its discovery document, and ID tokens must be signed by
 * these keys.
 */
export function openIdProvider(web: SafeHttpClient, settings: OpenIdSettings): IdentityProvider {
  return {
    async addressFor({ state, nonce, verifier, callback }) {
      const url = client.buildAuthorizationUrl(await discoverCached(web, settings), {
        redirect_uri: callback,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async identify(authorization, answer) {
      const configuration = await discoverCached(web, settings)
      const { claims, access_token } = await exchangeCode(configuration, authorization, answer)
      const hasAddress = claims['email'] !== undefined && claims['email_verified'] !== undefined
      if (hasAddress && claims['picture'] !== undefined) return identityOf(settings, claims)
      // Some providers return the email address or the picture only from the userinfo endpoint. `email_verified` must
      // come from the same response as the email address. A missing picture does not prevent the sign-in.
      const requested = userInfoOf(configuration, access_token, claims.sub)
      const profile = await (hasAddress ? requested.catch(() => ({ email: undefined })) : requested)
      const { email, email_verified } = hasAddress || profile.email === undefined ? claims : profile
      return identityOf(settings, { ...profile, ...claims, email, email_verified })
    },
    async check() {
      await discoverCached(web, settings)
    },
  }
}

/** Exchanges the authorization code, and verifies state, issuer, audience, nonce, times and signature. */
async function exchangeCode(
  configuration: client.Configuration,
  authorization: AuthorizationState,
  answer: URLSearchParams,
) {
  const arrived = new URL(authorization.callback)
  arrived.search = answer.toString()
  const granted = await client.authorizationCodeGrant(configuration, arrived, {
    expectedState: authorization.state,
    expectedNonce: authorization.nonce,
    pkceCodeVerifier: authorization.verifier,
    idTokenExpected: true,
  })
  const claims = granted.claims()
  if (claims === undefined) throw new Error('no ID token came')
  return { claims, access_token: granted.access_token }
}

async function userInfoOf(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Partial<client.UserInfoResponse>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return client.fetchUserInfo(configuration, accessToken, subject)
}

type Claims = client.IDToken & { given_name?: unknown; family_name?: unknown }

function identityOf(
  { provider, trusts_missing_verification }: OpenIdSettings,
  claims: Claims,
): ProviderIdentity {
  const address = normalizeEmail(trimmedClaim(claims['email']))
  // Some providers send `email_verified` as a string.
  const isVerified = String(claims['email_verified'] ?? trusts_missing_verification) === 'true'
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified && isEmail(address) ? address : null,
    ...splitNameClaims(claims),
    name: address || trimmedClaim(claims['preferred_username']) || trimmedClaim(claims['name']) || claims.sub,
    picture: parsePictureClaim(claims['picture']),
  }
}

interface CachedDiscovery {
  until: number
  configuration: Promise<client.Configuration>
}

/** Discovery documents by issuer. A document is loaded again after `discoveryLifetime` milliseconds. */
const discoveryCache = new WeakMap<SafeHttpClient, Map<string, CachedDiscovery>>()
const discoveryLifetime = 600_000
const secondsToAnswer = 10
/** Maximum difference in seconds between the clocks of the provider and this server. */
const clockTolerance = 30

function discoverCached(web: SafeHttpClient, settings: OpenIdSettings): Promise<client.Configuration> {
  const own = discoveryCache.get(web) ?? new Map<string, CachedDiscovery>()
  discoveryCache.set(web, own)
  const key = JSON.stringify(settings)
  const before = own.get(key)
  if (before !== undefined && before.until > Date.now()) return before.configuration
  const configuration = discover(web, settings)
  own.set(key, { until: Date.now() + discoveryLifetime, configuration })
  configuration.catch(() => own.delete(key))
  return configuration
}

/**
 * Loads the discovery document. An issuer that differs only in the trailing slash is accepted, because both
 * forms have the same discovery URL.
 */
async function discover(web: SafeHttpClient, settings: OpenIdSettings): Promise<client.Configuration> {
  try {
    return await discoverAt(web, settings, settings.issuer)
  } catch (error) {
    const reportedIssuer = issuerIn(error)
    if (reportedIssuer === null) throw error
    if (isSameIssuer(reportedIssuer, settings.issuer)) return discoverAt(web, settings, reportedIssuer)
    throw new Error(
      `The issuer is set as ${settings.issuer}, but the provider calls itself ${reportedIssuer.slice(0, 500)}.`,
    )
  }
}

/** Returns the issuer of a discovery document that was rejected because of its issuer, or null. */
function issuerIn(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null || !('attribute' in cause) || !('body' in cause))
    return null
  const { attribute, body } = cause
  if (attribute !== 'issuer' || typeof body !== 'object' || body === null || !('issuer' in body)) return null
  return trimmedClaim(body.issuer) || null
}

function discoverAt(
  web: SafeHttpClient,
  { client_id, client_secret }: OpenIdSettings,
  issuer: string,
): Promise<client.Configuration> {
  return client.discovery(
    new URL(issuer),
    client_id,
    { [client.clockTolerance]: clockTolerance },
    clientAuth(client_secret),
    {
      [client.customFetch]: createSafeFetch(web),
      timeout: secondsToAnswer,
      execute: [
        client.enableNonRepudiationChecks,
        ...(isUnencryptedTestAddress(issuer) ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/**
 * Sends the client secret in the body where the provider supports it, because providers differ in how they decode
 * the header.
 */
function clientAuth(secret: string): client.ClientAuth {
  const inBody = client.ClientSecretPost(secret)
  const inHeader = client.ClientSecretBasic(secret)
  return (server, ...others) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesBody ? inBody : inHeader)(server, ...others)
  }
}

/**
 * Returns true for an unencrypted (`http:`) address of localhost or of a plain IP address. Such addresses are
 * accepted for tests only, because anybody on the network could forge an identity.
 */
export function isUnencryptedTestAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const name = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'http:' && (name === 'localhost' || ipaddr.isValid(name))
}
