import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRegistration } from '#common/identity/sign-in/two-factor/passkeys.ts'
import type { Config } from '../../../platform/config/config.ts'
import { query } from '../../../platform/db/orm.ts'
import type { Passkey, PasskeyChallenge } from './entity.ts'

/** The library takes tens of milliseconds to load, so it is loaded on first use. */
const library = () => import('@simplewebauthn/server')

const challengeLifetime = 300_000

/** Purpose of a passkey challenge, and the user or browser for which it was created. */
export type PasskeyChallengeSubject = Pick<PasskeyChallenge, 'purpose' | 'subject'>

/** Creates a challenge to register a new passkey of the user. */
export async function createRegistrationOptions(
  config: Config,
  em: EntityManager,
  user: { id: string; email: string; name: string },
) {
  const { generateRegistrationOptions } = await library()
  const challenge = await storeChallenge(em, { purpose: 'add', subject: user.id })
  return generateRegistrationOptions({
    ...relyingPartyOf(config),
    challenge,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: await passkeysOf(em, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Creates a challenge to sign with a passkey. If a user id is given, only this user's passkeys are accepted. */
export async function createAuthenticationOptions(
  config: Config,
  em: EntityManager,
  passkeyRequest: PasskeyChallengeSubject,
  userId: string | null,
  userVerification: 'required' | 'preferred',
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(config).rpID,
    challenge: await storeChallenge(em, passkeyRequest),
    allowCredentials: userId === null ? [] : await passkeysOf(em, userId),
    userVerification,
  })
}

/**
 * Verifies the registration of a passkey. Returns the row to store, or null when the registration does not
 * match the challenge. The challenge is deleted even when the registration is invalid.
 */
export async function verifyRegistration(
  config: Config,
  em: EntityManager,
  userId: string,
  response: PasskeyRegistration,
): Promise<Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await library()
  const found = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(em, challenge, { purpose: 'add', subject: userId }),
    expectedOrigin: relyingPartyOf(config).origin,
    expectedRPID: relyingPartyOf(config).rpID,
    requireUserVerification: false,
  }).catch(() => null)
  if (!found?.verified) return null
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/**
 * Verifies a signature and returns the passkey that signed, or null. A counter that decreases, or that
 * changed concurrently, indicates a copied key. The challenge is deleted even when the signature is invalid,
 * so `em` must not be in a transaction that may roll back.
 */
export async function verifyAuthentication(
  config: Config,
  em: EntityManager,
  passkeyRequest: PasskeyChallengeSubject,
  response: PasskeyAssertion,
  requireUserVerification: boolean,
): Promise<{ user_id: string } | null> {
  const { verifyAuthenticationResponse } = await library()
  const key = await query(em)
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (key === undefined) return null
  const counter = Number(key.counter)
  const found = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(em, challenge, passkeyRequest),
    expectedOrigin: relyingPartyOf(config).origin,
    expectedRPID: relyingPartyOf(config).rpID,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
      counter,
    },
    requireUserVerification,
  }).catch(() => null)
  if (!found?.verified) return null
  const { numUpdatedRows } = await query(em)
    .updateTable('passkeys')
    .set({ counter: found.authenticationInfo.newCounter, last_used_at: new Date() })
    .where('id', '=', key.id)
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? { user_id: key.user_id } : null
}

export function listPasskeys(em: EntityManager, userId: string) {
  return query(em)
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Returns the relying party that passkeys are bound to. Its address is the configured address of this Tandem
 * instance, and not the address of the request.
 */
function relyingPartyOf({ appUrl }: Config) {
  const { hostname, origin } = new URL(appUrl)
  return { rpName: 'Tandem', rpID: hostname, origin }
}

async function passkeysOf(em: EntityManager, userId: string) {
  const keys = await query(em)
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  return keys.map(({ id, transports }) => ({
    id,
    transports: transports as AuthenticatorTransport[],
  }))
}

async function storeChallenge(
  em: EntityManager,
  passkeyRequest: PasskeyChallengeSubject,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  await query(em)
    .insertInto('passkey_questions')
    .values({
      challenge: Buffer.from(challenge).toString('base64url'),
      ...passkeyRequest,
      expires_at: new Date(Date.now() + challengeLifetime),
    })
    .execute()
  return challenge
}

/** Consumes the challenge and returns true. Returns false when it was already consumed or has expired. */
async function consumeChallenge(
  em: EntityManager,
  challenge: string,
  passkeyRequest: PasskeyChallengeSubject,
): Promise<boolean> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('passkey_questions')
    .where('challenge', '=', challenge)
    .where('purpose', '=', passkeyRequest.purpose)
    .where('subject', '=', passkeyRequest.subject)
    .where('expires_at', '>', new Date())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
