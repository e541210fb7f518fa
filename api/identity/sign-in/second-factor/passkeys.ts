import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { NewKey, SignedByKey } from '#common/identity/sign-in/second-factor/passkeys.ts'
import type { Config } from '../../../platform/config/config.ts'
import { query } from '../../../platform/db/orm.ts'
import type { Passkey, PasskeyQuestion } from './entity.ts'

/** Its certificates' formats take tens of milliseconds to load, so it is loaded when a key is first met. */
const library = () => import('@simplewebauthn/server')

const answeredWithin = 300_000

/** For what a key is asked, and by whom. */
export type PasskeyRequest = Pick<PasskeyQuestion, 'purpose' | 'subject'>

/** The question that makes a new key of this person's. */
export async function askForNewKey(
  config: Config,
  em: EntityManager,
  user: { id: string; email: string; name: string },
) {
  const { generateRegistrationOptions } = await library()
  const challenge = await keepQuestion(em, { purpose: 'add', subject: user.id })
  return generateRegistrationOptions({
    ...partyOf(config),
    challenge,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: await keysOf(em, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** The question that a key signs; of a person one of theirs, else any that the browser offers. */
export async function askForKey(
  config: Config,
  em: EntityManager,
  asked: PasskeyRequest,
  userId: string | null,
  userVerification: 'required' | 'preferred',
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: partyOf(config).rpID,
    challenge: await keepQuestion(em, asked),
    allowCredentials: userId === null ? [] : await keysOf(em, userId),
    userVerification,
  })
}

/** What is kept of a new key; null when it does not answer what was asked. The question is over either way. */
export async function readNewKey(
  config: Config,
  em: EntityManager,
  userId: string,
  response: NewKey,
): Promise<Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await library()
  const found = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeQuestion(em, challenge, { purpose: 'add', subject: userId }),
    expectedOrigin: partyOf(config).origin,
    expectedRPID: partyOf(config).rpID,
    requireUserVerification: false,
  }).catch(() => null)
  if (!found?.verified) return null
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/**
 * Whose key has signed what was asked; null when none has. A counter that goes back, or that somebody else has moved meanwhile, is that
 * of a copy. The question is over either way, so `em` is in no transaction that may be rolled back.
 */
export async function readSigned(
  config: Config,
  em: EntityManager,
  asked: PasskeyRequest,
  response: SignedByKey,
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
    expectedChallenge: (challenge) => takeQuestion(em, challenge, asked),
    expectedOrigin: partyOf(config).origin,
    expectedRPID: partyOf(config).rpID,
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

/** Keys are for one site, which is the address of the installation whatever a request says. */
function partyOf({ appUrl }: Config) {
  const { hostname, origin } = new URL(appUrl)
  return { rpName: 'Tandem', rpID: hostname, origin }
}

async function keysOf(em: EntityManager, userId: string) {
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

async function keepQuestion(em: EntityManager, asked: PasskeyRequest): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  await query(em)
    .insertInto('passkey_questions')
    .values({
      challenge: Buffer.from(challenge).toString('base64url'),
      ...asked,
      expires_at: new Date(Date.now() + answeredWithin),
    })
    .execute()
  return challenge
}

/** True once, for what it was asked for. */
async function takeQuestion(em: EntityManager, challenge: string, asked: PasskeyRequest): Promise<boolean> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('passkey_questions')
    .where('challenge', '=', challenge)
    .where('purpose', '=', asked.purpose)
    .where('subject', '=', asked.subject)
    .where('expires_at', '>', new Date())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
