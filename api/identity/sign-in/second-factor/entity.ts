import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** An app that makes codes of the time (RFC 6238). Its secret is needed to compare, so it is sealed and not hashed. */
export const TotpFactorEntity = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    user_id: p.uuid().primary(),
    sealed_secret: p.text(),
    /** The step of the last code that was taken; neither it nor an older one counts again. */
    last_step: p.integer().default(0),
    created_at: p.datetime().onCreate(() => new Date()),
    /** Null until a code has shown that the app has the secret; until then it counts for nothing. */
    confirmed_at: p.datetime().strictNullable(),
  },
})

/** For whoever has lost the rest. Each counts once. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  primaryKeys: ['user_id', 'code_hash'],
  properties: {
    user_id: p.uuid().primary(),
    code_hash: p.string().primary(),
    used_at: p.datetime().strictNullable(),
  },
})

/** A key whose private half never leaves the device; what is kept here opens nothing. */
export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    user_id: p.uuid(),
    credential_id: p.text(),
    /** In base64url. */
    public_key: p.text(),
    /** How often the device says that it has signed; one that goes back was copied. Zero for those that do not count. */
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    name: p.string(),
    created_at: p.datetime().onCreate(() => new Date()),
    last_used_at: p.datetime().strictNullable(),
  },
})
export type Passkey = InferEntity<typeof PasskeyEntity>

/** What a key has been asked to sign, for one purpose of one person or browser, once. */
export const PasskeyQuestionEntity = defineEntity({
  name: 'PasskeyQuestion',
  tableName: 'passkey_questions',
  properties: {
    challenge: p.string().primary(),
    purpose: p.string().$type<'add' | 'prove' | 'second_factor' | 'sign_in'>(),
    /** Who is signed in; of the two ways in the hash of what the browser holds. */
    subject: p.string(),
    expires_at: p.datetime(),
  },
})
export type PasskeyQuestion = InferEntity<typeof PasskeyQuestionEntity>
