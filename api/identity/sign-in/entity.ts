import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'

/**
 * A signed-in browser. Only the hash of its cookie is stored, so nobody can use the session with a copy of
 * the database.
 */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    token_hash: p.string().primary(),
    /** Id of the session in the user's list of sessions. Unlike the cookie, this id gives no access. */
    id: p.uuid(),
    user_id: p.uuid(),
    ip: p.string().strictNullable(),
    user_agent: p.text().strictNullable(),
    created_at: p.datetime().onCreate(() => new Date()),
    last_used_at: p.datetime().onCreate(() => new Date()),
    expires_at: p.datetime(),
  },
})

/**
 * A secret that was sent by email: a sign-in code or a password link. Only its hash is stored. Wrong attempts
 * are counted, and the secret can be used once.
 */
export const MailedSecretEntity = defineEntity({
  name: 'MailedSecret',
  tableName: 'mailed_secrets',
  properties: {
    id: p.uuid().primary(),
    purpose: p.string().$type<'magic_code' | 'reset_password' | 'change_email' | 'prove_identity'>(),
    /** Email address that the secret was sent to. For an email change, the user id precedes the address. */
    subject: p.string(),
    secret_hash: p.string(),
    attempts: p.integer().default(0),
    sends: p.integer().default(1),
    created_at: p.datetime().onCreate(() => new Date()),
    expires_at: p.datetime(),
  },
})
export type MailedSecret = InferEntity<typeof MailedSecretEntity>

/**
 * A sign-in that waits for the second factor. The browser stores the challenge token in a cookie, and gets a
 * session only after the second factor.
 */
export const SignInChallengeEntity = defineEntity({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenges',
  properties: {
    token_hash: p.string().primary(),
    user_id: p.uuid(),
    /** Value that changes with the password. A challenge becomes invalid when the password changes. */
    password_mark: p.string(),
    medium: p.string().$type<SignInMethod>(),
    attempts: p.integer().default(0),
    created_at: p.datetime().onCreate(() => new Date()),
    expires_at: p.datetime(),
  },
})
export type SignInChallenge = InferEntity<typeof SignInChallengeEntity>

/** Sign-in method. The account stores the method that was used last. */
export type SignInMethod = 'email' | 'magic-code' | 'passkey' | SignInProvider
