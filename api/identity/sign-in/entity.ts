import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'

/** A signed-in browser. Only the hash of its cookie is kept, so a copy of the database opens no session. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    token_hash: p.string().primary(),
    /** By which its person knows it, since the hash tells nobody anything. */
    id: p.uuid(),
    user_id: p.uuid(),
    ip: p.string().strictNullable(),
    user_agent: p.text().strictNullable(),
    created_at: p.datetime().onCreate(() => new Date()),
    last_used_at: p.datetime().onCreate(() => new Date()),
    expires_at: p.datetime(),
  },
})

/** A secret that was mailed: a sign-in code or a password link. Hashed, counted, used once. */
export const MailedSecretEntity = defineEntity({
  name: 'MailedSecret',
  tableName: 'mailed_secrets',
  properties: {
    id: p.uuid().primary(),
    purpose: p.string().$type<'magic_code' | 'reset_password' | 'change_email' | 'prove_identity'>(),
    /** The e-mail address it was sent to; of a change the person stands before it. */
    subject: p.string(),
    secret_hash: p.string(),
    attempts: p.integer().default(0),
    sends: p.integer().default(1),
    created_at: p.datetime().onCreate(() => new Date()),
    expires_at: p.datetime(),
  },
})
export type MailedSecret = InferEntity<typeof MailedSecretEntity>

/** A sign-in that waits for the second factor. Its browser holds the token in a cookie; there is no session before it is answered. */
export const SignInChallengeEntity = defineEntity({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenges',
  properties: {
    token_hash: p.string().primary(),
    user_id: p.uuid(),
    /** Of the password as it was then. */
    password_mark: p.string(),
    medium: p.string().$type<Medium>(),
    attempts: p.integer().default(0),
    created_at: p.datetime().onCreate(() => new Date()),
    expires_at: p.datetime(),
  },
})
export type SignInChallenge = InferEntity<typeof SignInChallengeEntity>

/** By what somebody signed in, as the account says of the last time. */
export type Medium = 'email' | 'magic-code' | 'passkey' | SignInProvider
