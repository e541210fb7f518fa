import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/**
 * An authenticator app with time-based codes (RFC 6238). The secret is encrypted instead of hashed, because it is
 * needed for the comparison.
 */
export const TotpFactorEntity = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    user_id: p.uuid().primary(),
    sealed_secret: p.text(),
    /** Time step of the last accepted code. This step and older ones are rejected. */
    last_step: p.integer().default(0),
    created_at: p.datetime().onCreate(() => new Date()),
    /** Null until a first code confirms the setup. An unconfirmed factor is ignored. */
    confirmed_at: p.datetime().strictNullable(),
  },
})

/** Recovery codes, each of which can be used once. */
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

/** A passkey. Its private key never leaves the device, so the stored data gives no access. */
export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    user_id: p.uuid(),
    credential_id: p.text(),
    /**
     * True if the user has two-factor authentication. Only `afterFactorAdded` and `deleteAllFactors` write
     * it.
     */
    public_key: p.text(),
    /**
     * Signature counter of the device. A lower value than before indicates a copied key. It is zero on devices that do
     * not count.
     */
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    name: p.string(),
    created_at: p.datetime().onCreate(() => new Date()),
    last_used_at: p.datetime().strictNullable(),
  },
})
export type Passkey = InferEntity<typeof PasskeyEntity>

/** A challenge that a passkey has to sign, for one purpose of one user or browser, once. */
export const PasskeyChallengeEntity = defineEntity({
  name: 'PasskeyQuestion',
  tableName: 'passkey_questions',
  properties: {
    challenge: p.string().primary(),
    purpose: p.string().$type<'add' | 'prove' | 'second_factor' | 'sign_in'>(),
    /** Id of the signed-in user. For a sign-in, the hash of the browser's token. */
    subject: p.string(),
    expires_at: p.datetime(),
  },
})
export type PasskeyChallenge = InferEntity<typeof PasskeyChallengeEntity>
