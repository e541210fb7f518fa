import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/**
 * An authenticator app with time-based codes (RFC 6238). The secret is encrypted and not hashed, because the
 * server computes the expected codes from it.
 */
export const TotpFactorEntity = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    user_id: p.uuid().primary(),
    sealed_secret: p.text(),
    /** Time step of the last accepted code. Codes of this step or of older steps are rejected. */
    last_step: p.integer().default(0),
    created_at: p.datetime().onCreate(() => new Date()),
    /** Time at which the user entered a first code. While it is null, the factor is ignored. */
    confirmed_at: p.datetime().strictNullable(),
  },
})

/** A recovery code. Each code can be used once. */
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
    /** The public key in base64url. */
    public_key: p.text(),
    /**
     * Signature counter of the device. A value below the stored one indicates a copied key. The counter stays
     * zero on devices that do not count.
     */
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    name: p.string(),
    created_at: p.datetime().onCreate(() => new Date()),
    last_used_at: p.datetime().strictNullable(),
  },
})
export type Passkey = InferEntity<typeof PasskeyEntity>

/**
 * A challenge that a passkey has to sign. Each challenge is valid once, for one purpose and for one user or
 * browser.
 */
export const PasskeyChallengeEntity = defineEntity({
  name: 'PasskeyQuestion',
  tableName: 'passkey_questions',
  properties: {
    challenge: p.string().primary(),
    purpose: p.string().$type<'add' | 'prove' | 'second_factor' | 'sign_in'>(),
    /**
     * Owner of the challenge: the id of the signed-in user, or for a sign-in the hash of the browser's token.
     */
    subject: p.string(),
    expires_at: p.datetime(),
  },
})
export type PasskeyChallenge = InferEntity<typeof PasskeyChallengeEntity>
