import ipaddr from 'ipaddr.js'
import * as client from 'openid-client'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { isEmail, normalEmail } from '#common/platform/text.ts'
import { fetchBy } from '../../../platform/outgoing/fetch-by.ts'
import type { SafeClient } from '../../../platform/outgoing/safe-client.ts'
import { type Identity, personNamesOf, textOf } from './identity.ts'
import { isSameIssuer, type Provider } from './provider.ts'
import type { Trip } from './trips.ts'

export interface OpenIdSettings {
  provider: SignInProvider
  issuer: string
  client_id: string
  client_secret: string
  /** True when an address counts as verified although the provider sends no `email_verified`. */
  trusts_missing_verification: boolean
}

const scope = 'openid email profile'

/** A provider of OpenID Connect. Its endpoints and keys are read from its own description; its ID tokens have to be signed by these keys. */
export function openIdProvider(web: SafeClient, settings: OpenIdSettings): Provider {
  return {
    async addressFor({ state, nonce, verifier, callback }) {
      const url = client.buildAuthorizationUrl(await configured(web, settings), {
        redirect_uri: callback,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async identify(trip, answer) {
      const configuration = await configured(web, settings)
      const { claims, access_token } = await grantedFor(configuration, trip, answer)
      if (claims['email'] !== undefined && claims['email_verified'] !== undefined)
        return identityOf(settings, claims)
      // Some tell the address only when they are asked for it. Whether it is verified is said of the address that stands beside.
      const asked = await toldOf(configuration, access_token, claims.sub)
      const { email, email_verified } = asked.email === undefined ? claims : asked
      return identityOf(settings, { ...asked, ...claims, email, email_verified })
    },
    async check() {
      await configured(web, settings)
    },
  }
}

/** Exchanges the code that came back, and checks state, issuer, audience, nonce, times and signature of what it gives. */
async function grantedFor(configuration: client.Configuration, trip: Trip, answer: URLSearchParams) {
  const arrived = new URL(trip.callback)
  arrived.search = answer.toString()
  const granted = await client.authorizationCodeGrant(configuration, arrived, {
    expectedState: trip.state,
    expectedNonce: trip.nonce,
    pkceCodeVerifier: trip.verifier,
    idTokenExpected: true,
  })
  const claims = granted.claims()
  if (claims === undefined) throw new Error('no ID token came')
  return { claims, access_token: granted.access_token }
}

async function toldOf(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Partial<client.UserInfoResponse>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return client.fetchUserInfo(configuration, accessToken, subject)
}

type Claims = client.IDToken & { given_name?: unknown; family_name?: unknown }

function identityOf({ provider, trusts_missing_verification }: OpenIdSettings, claims: Claims): Identity {
  const told = normalEmail(textOf(claims['email']))
  // Some write it as a text.
  const isVerified = String(claims['email_verified'] ?? trusts_missing_verification) === 'true'
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified && isEmail(told) ? told : null,
    ...personNamesOf(claims),
    name: told || textOf(claims['preferred_username']) || textOf(claims['name']) || claims.sub,
  }
}

interface Known {
  until: number
  configuration: Promise<client.Configuration>
}

/** What providers say of themselves, read again after a while. */
const known = new WeakMap<SafeClient, Map<string, Known>>()
const staysFor = 600_000
const secondsToAnswer = 10
/** Seconds by which the two clocks may differ. */
const tolerance = 30

function configured(web: SafeClient, settings: OpenIdSettings): Promise<client.Configuration> {
  const own = known.get(web) ?? new Map<string, Known>()
  known.set(web, own)
  const key = JSON.stringify(settings)
  const before = own.get(key)
  if (before !== undefined && before.until > Date.now()) return before.configuration
  const configuration = discover(web, settings)
  own.set(key, { until: Date.now() + staysFor, configuration })
  configuration.catch(() => own.delete(key))
  return configuration
}

/** An issuer that differs from the set one by the slash at its end is the same: both have their description at one address. */
async function discover(web: SafeClient, settings: OpenIdSettings): Promise<client.Configuration> {
  try {
    return await discoverAt(web, settings, settings.issuer)
  } catch (error) {
    const told = issuerIn(error)
    if (told === null) throw error
    if (isSameIssuer(told, settings.issuer)) return discoverAt(web, settings, told)
    throw new Error(
      `The issuer is set as ${settings.issuer}, but the provider calls itself ${told.slice(0, 500)}.`,
    )
  }
}

/** Answers the issuer in a description that was refused because of its issuer, else null. */
function issuerIn(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null || !('attribute' in cause) || !('body' in cause))
    return null
  const { attribute, body } = cause
  if (attribute !== 'issuer' || typeof body !== 'object' || body === null || !('issuer' in body)) return null
  return textOf(body.issuer) || null
}

function discoverAt(
  web: SafeClient,
  { client_id, client_secret }: OpenIdSettings,
  issuer: string,
): Promise<client.Configuration> {
  return client.discovery(
    new URL(issuer),
    client_id,
    { [client.clockTolerance]: tolerance },
    authenticatedBy(client_secret),
    {
      [client.customFetch]: fetchBy(web),
      timeout: secondsToAnswer,
      execute: [
        client.enableNonRepudiationChecks,
        ...(isUnencrypted(issuer) ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** In the body where the provider takes that, which needs no encoding that some do differently; else in a header. */
function authenticatedBy(secret: string): client.ClientAuth {
  const inBody = client.ClientSecretPost(secret)
  const inHeader = client.ClientSecretBasic(secret)
  return (server, ...others) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesBody ? inBody : inHeader)(server, ...others)
  }
}

/** Without encryption anybody on the way could vouch for anybody, so it is for trying out on one machine or a bare address. */
export function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const name = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'http:' && (name === 'localhost' || ipaddr.isValid(name))
}
